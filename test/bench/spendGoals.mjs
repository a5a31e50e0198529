/** @typedef {import('./goals.mjs').Goal} Goal */

/**
 * @typedef {object} SpendFigures
 * @property {number} gate In ms, of all but one in twenty.
 * @property {number} read In ms.
 */

/**
 * @param {string} id
 * @param {string} what
 * @param {number} most
 * @param {keyof SpendFigures} name
 * @returns {Goal}
 */
const spendGoal = (id, what, most, name) => ({
  ...{ id, what, bound: { most }, unit: 'ms', needs: ['spend'] },
  figure: (results) => /** @type {SpendFigures} */ (results['spend'])[name],
});

/** @type {readonly Goal[]} */
export const SPEND_GOALS = [
  spendGoal('G1', 'check of a request against two caps, three windows, p95', 0.3, 'gate'),
  spendGoal('G2', 'first check of a month with 10,000 requests', 50, 'read'),
];
