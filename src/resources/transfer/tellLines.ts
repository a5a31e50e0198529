import { plainText } from '../../platform/plainText';
import type { Room } from '../room';

/** A line of a file of which nothing was made. */
export interface FailedLine {
  readonly line: number;
  readonly reason: string;
}

/** Says of how many lines of a file nothing was made, and shows on demand which and why. Never rejects. */
export async function tellLines(
  room: Room,
  file: string,
  failed: readonly FailedLine[],
): Promise<void> {
  const { l10n, prompts, documents } = room;
  try {
    const show = l10n.t('Show Details');
    const name = plainText(file);
    const counted =
      failed.length === 1
        ? l10n.t('1 line of {0} was not imported.', name)
        : l10n.t('{0} lines of {1} were not imported.', failed.length, name);
    if ((await prompts.notify('warning', counted, show)) !== show) return;
    const lines = failed.map(({ line, reason }) =>
      l10n.t('Line {0}: {1}', line, plainText(reason)),
    );
    const text = [counted, '', ...lines, ''].join('\n');
    await documents.show({ name: l10n.t('Not imported.txt'), read: () => text });
  } catch (error) {
    await room.report('importResource', error);
  }
}
