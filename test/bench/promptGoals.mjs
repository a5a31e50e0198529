/** @typedef {import('./goals.mjs').Goal} Goal */

/**
 * @typedef {object} PromptFigures
 * @property {number} slowest Seconds of the slowest of all runs, with the start of their program.
 * @property {number} verdicts How many runs differ from the first one in a verdict.
 * @property {number} passed Cases of a run that pass.
 * @property {number} failed
 */

/** @typedef {{ readonly longest: number }} ListFigures */

/**
 * @param {string} what
 * @param {import('./verdict.mjs').Bound} bound
 * @param {string} unit
 * @param {keyof PromptFigures} name
 * @returns {Goal}
 */
const runGoal = (what, bound, unit, name) => ({
  ...{ id: 'P1', what, bound, unit, needs: ['promptRuns'] },
  figure: (results) => /** @type {PromptFigures} */ (results['promptRuns'])[name],
});

/** @type {readonly Goal[]} */
export const PROMPT_GOALS = [
  runGoal('500 cases on recordings, the slowest of 20 runs', { most: 10 }, 's', 'slowest'),
  runGoal('cases that pass in each run, as they are made', { least: 400 }, '', 'passed'),
  runGoal('cases that fail in each run, as they are made', { least: 100 }, '', 'failed'),
  runGoal('runs with another verdict than the first', { most: 0 }, '', 'verdicts'),
  {
    ...{ id: 'P2', what: 'longest stall while 10 000 cases are listed', bound: { most: 50 } },
    ...{ unit: 'ms of work', needs: ['promptList'] },
    figure: (results) => /** @type {ListFigures} */ (results['promptList']).longest,
  },
];
