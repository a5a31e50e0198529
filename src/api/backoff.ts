/** How the pauses between two looks at something that takes its time grow. Milliseconds. */
export interface Backoff {
  readonly first: number;
  readonly factor: number;
  readonly longest: number;
}

/** Milliseconds until the next look, from those before the last one; undefined where there was none. */
export function nextPause(backoff: Backoff, last: number | undefined): number {
  if (last === undefined) return backoff.first;
  return Math.min(backoff.longest, last * backoff.factor);
}
