/** From when on, and from which step, something goes at a rate. */
interface Stretch {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Steps done by then; may be a fraction. */
  readonly step: number;
  /** Steps per second of the service's time; 0 stands still. */
  readonly rate: number;
}

/** How fast something went and goes, such as a training or a batch, oldest stretch first. */
export type Pace = readonly [Stretch, ...Stretch[]];

// What sums of fractions may be off, in milliseconds and in steps.
const EPSILON = 1e-6;

/** Steps done at a time, with the fraction of the one that is being done. */
export function stepsAt(pace: Pace, time: number): number {
  const { at, step, rate } = pace.findLast((stretch) => stretch.at <= time) ?? pace[0];
  return step + (Math.max(0, time - at) / 1000) * rate + EPSILON;
}

/** When a step was or will be done, in milliseconds since 1970; `Infinity` where it never will be. */
export function timeOf(pace: Pace, wanted: number): number {
  const { at, step, rate } = pace.findLast((stretch) => stretch.step < wanted) ?? pace[0];
  return rate === 0 ? Infinity : at + Math.ceil(((wanted - step) / rate) * 1000 - EPSILON);
}

/** The pace with another rate from a time on; what was done before stays as it was. */
export function withRate(pace: Pace, time: number, rate: number): Pace {
  const [first, ...others] = pace;
  const before = others.filter(({ at }) => at < time);
  return [first, ...before, { at: time, step: stepsAt(pace, time) - EPSILON, rate }];
}
