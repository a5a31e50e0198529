import type { L10n } from '../platform/l10n';

const STEP = 1024;

/** A size as people compare it: `812 B`, `3.1 KB`, `12 MB`. Binary steps, as VS Code shows files. */
export function byteText(bytes: number, l10n: L10n): string {
  if (bytes < STEP) return l10n.t('{0} B', bytes);
  const kilobytes = short(bytes / STEP);
  // What would be shown as 1024 KB is one of the next step.
  if (kilobytes < STEP) return l10n.t('{0} KB', kilobytes);
  return l10n.t('{0} MB', short(bytes / STEP / STEP));
}

function short(value: number): number {
  return value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value);
}
