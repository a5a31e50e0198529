/** @typedef {import('./goals.mjs').Goal} Goal */

/**
 * @typedef {object} IngestFigures
 * @property {number} ideal Per cent of what four calls of 100 at once could do.
 * @property {number} gain Times as fast as one call for each.
 * @property {number} adapted Time where the service takes two calls at once, in times of two calls at once.
 * @property {number} growth What the last nine tenths of the rows add to the memory in use, in MB.
 */

/**
 * @param {string} what
 * @param {import('./verdict.mjs').Bound} bound
 * @param {string} unit
 * @param {keyof IngestFigures} name
 * @returns {Goal}
 */
const ingestGoal = (what, bound, unit, name) => ({
  ...{ id: 'T5', what, bound, unit, needs: ['ingest'] },
  figure: (results) => /** @type {IngestFigures} */ (results['ingest'])[name],
});

/** @type {readonly Goal[]} */
export const INGEST_GOALS = [
  ingestGoal('20 000 chunks, four calls at once', { least: 95 }, '% of ideal', 'ideal'),
  ingestGoal('20 000 chunks, four calls at once', { least: 390 }, '× one by one', 'gain'),
  ingestGoal('a service that takes two at once', { most: 1.2 }, '× the best', 'adapted'),
  ingestGoal(
    'memory kept while rows are sent (a million with --heavy)',
    { most: 20 },
    'MB',
    'growth',
  ),
];
