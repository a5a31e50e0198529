import type { Recording } from '../api/recording';
import type { L10n } from '../platform/l10n';

// Lines; somebody who wants more has the body above.
const MOST = 200;

/** When the pieces of a stream came, counted from the start of the request, and how large they were. */
export function frameLines(frames: Recording['frames'], l10n: L10n): readonly string[] {
  const shown = frames.slice(0, MOST).map(({ atMs, bytes }) => ({
    at: `+${Math.round(atMs)}`,
    size: String(bytes),
  }));
  const widthOf = (texts: readonly string[]): number =>
    texts.reduce((widest, text) => Math.max(widest, text.length), 0);
  const wide = widthOf(shown.map(({ at }) => at));
  const large = widthOf(shown.map(({ size }) => size));
  const lines = shown.map(({ at, size }) =>
    l10n.t('{0} ms  {1} B', at.padStart(wide), size.padStart(large)),
  );
  const left = frames.length - shown.length;
  return left === 0 ? lines : [...lines, l10n.t('… and {0} more', left)];
}
