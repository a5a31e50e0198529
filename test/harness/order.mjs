// In which order test files run: another one each time, so that no file comes to need what an earlier one leaves.
/** Names the order. TEST_SEED repeats the one that a run has printed. */
export const SEED = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 1e6));

/**
 * For files that share a window or an extension host: only a seed that was named changes their order, as some still
 * find what earlier ones have left in it.
 * @template T
 * @param {readonly T[]} items
 * @returns {readonly T[]}
 */
export const shuffledIfNamed = (items) =>
  process.env['TEST_SEED'] === undefined ? items : shuffled(items);

/**
 * The same items in an order that follows from the seed and from the items alone.
 * @template T
 * @param {readonly T[]} items
 * @param {number} [seed]
 * @returns {T[]}
 */
export function shuffled(items, seed = SEED) {
  const result = [...items];
  let state = seed >>> 0;
  for (let end = result.length; end > 1; end -= 1) {
    // A linear congruential generator (Numerical Recipes); its high bits are the random ones.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const at = Math.floor((state / 2 ** 32) * end);
    [result[at], result[end - 1]] = /** @type {[T, T]} */ ([result[end - 1], result[at]]);
  }
  return result;
}
