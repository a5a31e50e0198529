const STEPS = [
  ['second', 1000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
] as const;

/** How long ago something was, such as `3 sec. ago`, and the milliseconds until these words are others. */
export function elapsed(
  milliseconds: number,
  language: string,
): { readonly text: string; readonly nextMs: number } {
  const age = Math.max(0, milliseconds);
  const [unit, length] = STEPS.findLast(([, each]) => age >= each) ?? STEPS[0];
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  // Seconds go by too fast to be counted one by one.
  const nextMs = Math.min(Math.max(length, 10_000), 3_600_000);
  return { text: format.format(-Math.floor(age / length), unit), nextMs };
}
