/** What puts a value of an axis at its place, in pixels. */
export function scale(
  axis: readonly number[],
  start: number,
  end: number,
): (value: number) => number {
  const [least = 0, greatest = 1] = [axis[0], axis.at(-1)];
  const span = greatest - least || 1;
  return (value) => start + ((value - least) / span) * (end - start);
}

/** An axis: round numbers from at most the least value to at least the greatest. */
export function ticks(values: readonly number[], count: number): readonly number[] {
  const finite = values.filter(Number.isFinite);
  const least = finite.reduce((a, b) => Math.min(a, b), Infinity);
  const greatest = finite.reduce((a, b) => Math.max(a, b), -Infinity);
  if (finite.length === 0) return [0, 1];
  const span = greatest - least || Math.abs(greatest) || 1;
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(greatest / step), first + 1);
  // Multiplied and not added up, so that 0.1 + 0.2 does not show; few enough for any span.
  return Array.from({ length: Math.min(last - first, 50) + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}
