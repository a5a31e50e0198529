import type { L10n } from '../platform/l10n';

/** How long something took, in whole seconds: `8 s`, `2 min 5 s`, `1 h 3 min`. */
export function elapsedText(ms: number, l10n: L10n): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return l10n.t('{0} s', seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return l10n.t('{0} min {1} s', minutes, seconds % 60);
  return l10n.t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}
