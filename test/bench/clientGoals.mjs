/** @typedef {import('./goals.mjs').Goal} Goal */
/** @typedef {import('./goals.mjs').Results} Results */

/** @typedef {import('./measures/unary.mjs').UnaryFigures} UnaryFigures */

/**
 * @param {Results} results
 * @param {string} client
 * @returns {UnaryFigures}
 */
const unary = (results, client) =>
  /** @type {{ [client: string]: UnaryFigures }} */ (results['unary'])[client] ?? {
    cpu: NaN,
    rate: NaN,
  };

/** @type {readonly Goal[]} */
export const CLIENT_GOALS = [
  {
    ...{ id: 'C1', what: 'CPU of models.get', bound: { most: 1.3 }, unit: '× undici.request' },
    needs: ['unary'],
    figure: (results) => unary(results, 'ours').cpu / unary(results, 'undici').cpu,
  },
  {
    ...{ id: 'C1', what: 'models.get, 32 in flight', bound: { least: 15_000 }, unit: 'calls/s' },
    ...{ needs: ['unary'], figure: (results) => unary(results, 'ours').rate },
  },
];
