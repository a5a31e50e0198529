import { CancelledError, errorMessage } from '../../base/errors';
import { plainText } from '../../platform/plainText';
import type { Room } from '../room';
import type { RemovalResult } from './sendDeletes';

/** Says how many of several were not deleted, and shows on demand which and why. Never rejects. */
export async function tellFailures(
  room: Room,
  total: number,
  { failed, stopped }: RemovalResult,
): Promise<void> {
  const { l10n, prompts, documents } = room;
  // Cancelled by the user, who knows.
  if (CancelledError.is(stopped) && failed.every(({ error }) => error === undefined)) return;
  try {
    const show = l10n.t('Show Details');
    const counted = l10n.t('{0} of {1} could not be deleted.', failed.length, total);
    if ((await prompts.notify('warning', counted, show)) !== show) return;
    const lines = failed.map(({ removal, error }) => {
      const why =
        error === undefined ? l10n.t('No further attempt was made.') : errorMessage(error);
      return `${plainText(removal.ref.name)}\n    ${plainText(why)}`;
    });
    const text = [counted, '', ...lines, ''].join('\n');
    await documents.show({ name: l10n.t('Not deleted.txt'), read: () => text });
  } catch (error) {
    await room.report('delete', error);
  }
}
