import { inFreshProcess } from '../child.mjs';

/** @typedef {{ message: string, ms: number, cpuShare: number, memory: number }} FaultFigures */

/**
 * @param {string} model
 * @returns {(context: import('./table.mjs').Context) => Promise<FaultFigures>}
 */
export const measureFault =
  (model) =>
  ({ endpoint }) =>
    inFreshProcess('faultChild.mjs', { endpoint, model });
