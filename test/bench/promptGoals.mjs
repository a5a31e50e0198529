/** @typedef {import('./goals.mjs').Goal} Goal */

/**
 * @typedef {object} PromptFigures
 * @property {number} slowest Seconds of the slowest of all runs, with the start of their program.
 * @property {number} verdicts How many runs differ from the first one in a verdict.
 * @property {number} passed Cases of a run that pass.
 * @property {number} failed
 */

/**
 * @typedef {object} ListFigures
 * @property {number} longest Ms of work in which nothing else had its turn.
 * @property {number} planned Variants of the matrix.
 * @property {number} work Ms until their rows are there.
 * @property {number} megabytes
 */

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

/**
 * @param {string} what
 * @param {import('./verdict.mjs').Bound} bound
 * @param {string} unit
 * @param {keyof ListFigures} name
 * @returns {Goal}
 */
const listGoal = (what, bound, unit, name) => ({
  ...{ id: 'P2', what, bound, unit, needs: ['promptList'] },
  figure: (results) => /** @type {ListFigures} */ (results['promptList'])[name],
});

/** @type {readonly Goal[]} */
export const PROMPT_GOALS = [
  runGoal('500 cases on recordings, the slowest of 20 runs', { most: 10 }, 's', 'slowest'),
  runGoal('cases that pass in each run, as they are made', { least: 400 }, '', 'passed'),
  runGoal('cases that fail in each run, as they are made', { least: 100 }, '', 'failed'),
  runGoal('runs with another verdict than the first', { most: 0 }, '', 'verdicts'),
  listGoal('longest stall while 10 000 cases are listed', { most: 50 }, 'ms of work', 'longest'),
  listGoal('variants of one case that a matrix plans', { least: 10_000 }, '', 'planned'),
  listGoal('their rows are there', { most: 200 }, 'ms of work', 'work'),
  listGoal('what they take', { most: 60 }, 'MB', 'megabytes'),
];
