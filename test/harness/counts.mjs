/**
 * What a suite came to.
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} [failures] Which tests failed, and why: the last words of a run repeat them.
 */

/** @type {Counts} */
export const NONE = Object.freeze({ passed: 0, failed: 0 });

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
export function add(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    failures: [...(a.failures ?? []), ...(b.failures ?? [])],
  };
}
