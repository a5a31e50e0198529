export interface Distribution {
  readonly from: number;
  readonly to: number;
  /** Counts per bin. Lower bounds are inclusive, and the last upper bound too. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  readonly quartiles: readonly [number, number];
  readonly tails: readonly [number, number];
}

/** Returns the common range of several lists. Undefined if all are empty. */
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

/** Returns the distribution over a range. Undefined without values. */
export function distributionOf(
  values: readonly number[],
  [from, to]: readonly [from: number, to: number],
  bins: number,
): Distribution | undefined {
  if (values.length === 0) return undefined;
  // Typed arrays sort 10 times as fast.
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

function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = (sorted.length - 1) * share;
  const [low = NaN, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}
