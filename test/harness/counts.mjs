/**
 * What a suite came to.
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} [failures] Which tests failed, and why: the end of a run repeats them.
 * @property {readonly FailedTest[]} [failedTests] The tests among them that can be run again alone.
 * @property {{ readonly [file: string]: number }} [durations] How long each file took, in ms.
 */

/** @typedef {{ readonly file: string, readonly title: string }} FailedTest `title` is the full one. */

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
    failedTests: [...(a.failedTests ?? []), ...(b.failedTests ?? [])],
    durations: { ...a.durations, ...b.durations },
  };
}
