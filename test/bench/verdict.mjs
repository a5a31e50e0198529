/** @typedef {'met' | 'not met' | 'void' | 'no figure'} Verdict */

/** @typedef {{ most: number } | { least: number }} Bound */

/** @param {readonly number[]} values At least one. */
export const lowest = (values) => Math.min(...values);

/** @param {readonly number[]} values At least one. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/**
 * The exponent with which a cost grows with a size: 1 is in proportion, 2 with its square.
 * @param {readonly [size: number, cost: number]} small
 * @param {readonly [size: number, cost: number]} large
 */
export function growthExponent(small, large) {
  return Math.log(large[1] / small[1]) / Math.log(large[0] / small[0]);
}

/**
 * Whether a limit that others undercut is no limit: then the run says nothing.
 * @param {number} limitCpu
 * @param {number} parserCpu What the best peer used for the same.
 */
export const isVoid = (limitCpu, parserCpu) => limitCpu > parserCpu;

/** From here on, the worst of what is measured against says that the machine did something else. */
const RESTLESS = 2.5;

/**
 * Whether times say nothing of who took them, because those of one and the same client are too far apart.
 * @param {number} best
 * @param {number} worst
 */
export const isRestless = (best, worst) => worst > best * RESTLESS;

/**
 * @param {number | undefined} figure
 * @param {Bound} bound
 * @param {boolean} [voided]
 * @returns {Verdict}
 */
export function verdictOf(figure, bound, voided = false) {
  if (figure === undefined || !Number.isFinite(figure)) return 'no figure';
  if (voided) return 'void';
  const met = 'most' in bound ? figure <= bound.most : figure >= bound.least;
  return met ? 'met' : 'not met';
}

/**
 * Only a run in which every goal was measured and met ends well.
 * @param {readonly Verdict[]} verdicts
 */
export const exitCodeOf = (verdicts) =>
  verdicts.length > 0 && verdicts.every((one) => one === 'met') ? 0 : 1;
