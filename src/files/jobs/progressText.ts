import { shownSize, timeLeft } from '../../base/format';
import type { L10n } from '../../platform/l10n';

/** How far an upload is, in bytes. */
export interface UploadFacts {
  readonly sent: number;
  readonly size: number;
  /** Bytes a second, where that is known. */
  readonly rate?: number | undefined;
}

/** Such as `22 s left · 3.1 MB/s · 12 MB of 80 MB`: a narrow row shows its beginning only. */
export function progressText({ sent, size, rate }: UploadFacts, l10n: L10n): string {
  const bytes = (count: number): string => shownSize(count, l10n);
  const facts = [l10n.t('{0} of {1}', bytes(sent), bytes(size))];
  if (rate !== undefined) facts.unshift(l10n.t('{0}/s', bytes(rate)));
  if (rate !== undefined && rate > 0 && sent < size) {
    facts.unshift(leftText((size - sent) / rate, l10n));
  }
  return facts.join(' · ');
}

/** Not more exact than anybody can know. */
function leftText(seconds: number, l10n: L10n): string {
  if (seconds < 60) return l10n.t('{0} s left', Math.max(1, Math.round(seconds)));
  const { message, args } = timeLeft(Math.round(seconds / 60) * 60_000);
  return l10n.t(message, ...args);
}
