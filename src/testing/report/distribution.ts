/** How often values are in each of several ranges of equal width. */
export interface Distribution {
  /** Where the first range begins and the last one ends. */
  readonly from: number;
  readonly to: number;
  /** Of each range; a value at a border is in the one that begins there, the greatest in the last. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  /** A quarter of the values is below the first, and a quarter above the second. */
  readonly quartiles: readonly [number, number];
  /** A twentieth of the values is below the first, and a twentieth above the second. */
  readonly tails: readonly [number, number];
}

/** The range that several lists of values have together; undefined where they have none. */
export function rangeOf(
  lists: readonly (readonly number[])[],
): readonly [from: number, to: number] | undefined {
  let from = Infinity;
  let to = -Infinity;
  for (const values of lists) {
    for (const value of values) {
      from = Math.min(from, value);
      to = Math.max(to, value);
    }
  }
  return from > to ? undefined : [from, to];
}

/** Values as a distribution over a range that has all of them; undefined where there are none. */
export function distributionOf(
  values: readonly number[],
  [from, to]: readonly [from: number, to: number],
  bins: number,
): Distribution | undefined {
  if (values.length === 0) return undefined;
  // Numbers alone are sorted ten times as fast.
  const sorted = Float64Array.from(values).sort();
  const counts = Array.from({ length: bins }, () => 0);
  let sum = 0;
  for (const value of values) {
    sum += value;
    const at = to > from ? Math.floor(((value - from) / (to - from)) * bins) : 0;
    const bin = Math.min(Math.max(at, 0), bins - 1);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return {
    from,
    to,
    counts,
    count: values.length,
    mean: sum / values.length,
    median: quantile(sorted, 0.5),
    quartiles: [quantile(sorted, 0.25), quantile(sorted, 0.75)],
    tails: [quantile(sorted, 0.05), quantile(sorted, 0.95)],
  };
}

/** The value below which a share of all lies, straight between the two nearest. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = (sorted.length - 1) * share;
  const [low = NaN, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}
