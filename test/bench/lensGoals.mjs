/** @typedef {import('./goals.mjs').Goal} Goal */

/**
 * @typedef {object} LensFigures
 * @property {number} hover In ms, of all but one in a hundred.
 * @property {number} marks In ms.
 */

/**
 * @param {string} id
 * @param {string} what
 * @param {number} most
 * @param {keyof LensFigures} name
 * @returns {Goal}
 */
const lensGoal = (id, what, most, name) => ({
  ...{ id, what, bound: { most }, unit: 'ms', needs: ['lens'] },
  figure: (results) => /** @type {LensFigures} */ (results['lens'])[name],
});

/** @type {readonly Goal[]} */
export const LENS_GOALS = [
  lensGoal('L1', 'hover over a model in a changed file of 50 KB, p99', 5, 'hover'),
  lensGoal('L2', 'marks of a file of 1 MB', 20, 'marks'),
];
