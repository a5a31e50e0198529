/** @typedef {import('./goals.mjs').Goal} Goal */

/**
 * @typedef {object} RunsFigures
 * @property {number} cpu In ms.
 * @property {number} longest In ms.
 * @property {number} bytes In MB.
 */

/**
 * @param {string} id
 * @param {string} what
 * @param {readonly [most: number, unit: string]} bound
 * @param {keyof RunsFigures} name
 * @returns {Goal}
 */
const runsGoal = (id, what, [most, unit], name) => ({
  ...{ id, what, bound: { most }, unit, needs: ['runs'] },
  figure: (results) => /** @type {RunsFigures} */ (results['runs'])[name],
});

/** @type {readonly Goal[]} */
export const RUNS_GOALS = [
  runsGoal('I1', 'facts and runs of 5,000 requests (160 MB), CPU time', [1000, 'ms'], 'cpu'),
  runsGoal('I2', 'facts of one of these requests, longest CPU time', [16, 'ms'], 'longest'),
  runsGoal('I3', 'memory of these facts', [15, 'MB'], 'bytes'),
];
