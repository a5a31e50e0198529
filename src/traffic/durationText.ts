import type { L10n } from '../platform/l10n';

/** How long something took: `812 ms`, `8.1 s`, `2 min 5 s`. */
export function durationText(ms: number, l10n: L10n): string {
  const whole = Math.round(ms);
  if (whole < 1000) return l10n.t('{0} ms', whole);
  const tenths = Math.round(ms / 100) / 10;
  if (tenths < 60) return l10n.t('{0} s', tenths);
  const seconds = Math.round(ms / 1000);
  return l10n.t('{0} min {1} s', Math.floor(seconds / 60), seconds % 60);
}
