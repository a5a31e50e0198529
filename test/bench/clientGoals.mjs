/** @typedef {import('./goals.mjs').Goal} Goal */
/** @typedef {import('./goals.mjs').Results} Results */

/** @typedef {import('./measures/unary.mjs').UnaryFigures} UnaryFigures */
/** @typedef {import('./measures/faults.mjs').FaultFigures} FaultFigures */

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

/**
 * @param {Results} results
 * @param {'line' | 'trickle'} name
 */
const fault = (results, name) => /** @type {FaultFigures} */ (results[name]);

/** @type {readonly Goal[]} */
export const CLIENT_GOALS = [
  {
    ...{
      id: 'S8',
      what: 'socket closed after a stop or a break',
      bound: { most: 100 },
      unit: 'ms',
    },
    needs: ['cancel'],
    figure: (results) => /** @type {{ worst: number }} */ (results['cancel']).worst,
  },
  {
    ...{ id: 'C1', what: 'CPU of models.get', bound: { most: 1.3 }, unit: '× undici.request' },
    needs: ['unary'],
    figure: (results) => unary(results, 'ours').cpu / unary(results, 'undici').cpu,
  },
  {
    ...{ id: 'C1', what: 'models.get, 32 in flight', bound: { least: 15_000 }, unit: 'calls/s' },
    ...{ needs: ['unary'], figure: (results) => unary(results, 'ours').rate },
  },
  {
    ...{ id: 'R8', what: 'a line of 96 MB: refused by a message with the limit' },
    ...{ bound: { least: 1 }, unit: 'message', needs: ['line'] },
    figure: (results) => (/\b64 MiB\b/.test(fault(results, 'line').message) ? 1 : 0),
  },
  {
    ...{ id: 'R8', what: 'a line of 96 MB: peak memory', bound: { most: 300 }, unit: 'MB' },
    ...{ needs: ['line'], figure: (results) => fault(results, 'line').memory },
  },
  {
    ...{ id: 'R17', what: 'one byte every 50 ms: CPU', bound: { most: 2 }, unit: '%' },
    needs: ['trickle'],
    figure: (results) => {
      const { message, cpuShare } = fault(results, 'trickle');
      return message === '' ? cpuShare * 100 : Infinity;
    },
  },
];
