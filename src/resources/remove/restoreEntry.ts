import { AppError } from '../../base/errors';
import { kindRow } from '../../catalog/kinds';
import { plainText } from '../../platform/plainText';
import type { Room } from '../room';
import { restoreCopy } from '../transfer/restoreCopy';
import { recreate, type RecreateResult } from './recreate';
import { nameThem } from './removalTexts';
import type { Trash } from './trash';
import type { TrashCopy, TrashEntry, TrashItem } from './trashEntry';

/**
 * Makes again what was deleted at one time, with its progress in the view of activities. What could be made
 * leaves the trash; the rest stays there, and is told with its reason.
 */
export async function restoreEntry(room: Room, trash: Trash, file: string): Promise<void> {
  const { l10n, activity } = room;
  const entry = await trash.read(file);
  if (!entry) {
    throw new AppError('notInTrash', l10n.t('The copy is not there any more.'), {
      hint: l10n.t('It was restored before, or its days are over.'),
    });
  }
  const title = l10n.t('Restoring {0}', nameThem([...entry.copies, ...entry.items], l10n));
  const failed = await activity.run(title, async (task) => {
    let rest: TrashEntry = entry;
    // After each one, so that nothing is made twice when it ends early.
    const drop = async (gone: ReadonlySet<unknown>): Promise<void> => {
      const items = rest.items.filter((one) => !gone.has(one));
      const copies = rest.copies.filter((one) => !gone.has(one));
      rest = { ...rest, items, copies };
      await trash.write(file, rest);
    };
    const back: TrashCopy[] = [];
    let unshared = 0;
    for (const copy of entry.copies) {
      const pieces = trash.readCopy(copy.file, task.signal);
      const restored = await restoreCopy(room, copy, pieces, task);
      if (restored === 'missing') continue;
      if (restored === 'unshared') unshared += 1;
      await drop(new Set([copy]));
      await trash.removeCopy(copy.file);
      back.push(copy);
    }
    const result = await recreate(room, entry.items, task.signal);
    room.services.store.restored(result.made.map(({ ref }) => ref));
    await drop(new Set(result.made));
    if (result.stopped) throw result.stopped;
    const [first] = result.failed;
    if (first && result.made.length === 0 && entry.copies.length === 0) {
      throw new AppError('notRestored', plainText(first.reason));
    }
    task.conclude(conclusion(room, [...back, ...result.made], unshared > 0));
    return result.failed;
  });
  if (failed.length > 0) void tell(room, entry, failed);
}

/** What is back, and what of it is not. */
function conclusion(
  { l10n }: Room,
  back: readonly (TrashCopy | TrashItem)[],
  isUnshared: boolean,
): string {
  const lost = new Set(
    back.map(({ ref }) => kindRow(ref.kind).restored).filter((one) => one !== undefined),
  );
  const parts = [...new Set([...lost].map(({ message }) => l10n.t(message)))];
  const [only] = isUnshared ? [l10n.t('it is shared with nobody')] : parts;
  return only !== undefined && parts.length === 1
    ? l10n.t('Restored {0}; {1}', nameThem(back, l10n), only)
    : l10n.t('Restored {0}', nameThem(back, l10n));
}

/** Never rejects. */
async function tell(
  room: Room,
  entry: TrashEntry,
  failed: RecreateResult['failed'],
): Promise<void> {
  const { l10n, prompts, documents } = room;
  try {
    const show = l10n.t('Show Details');
    const total = entry.items.length;
    const [first] = failed;
    const counted =
      first && total === 1
        ? l10n.t('{0} could not be restored.', nameThem([first.item], l10n))
        : l10n.t('{0} of {1} could not be restored.', failed.length, total);
    if ((await prompts.notify('warning', counted, show)) !== show) return;
    const lines = failed.map(
      ({ item, reason }) => `${plainText(item.ref.name)}\n    ${plainText(reason)}`,
    );
    const text = [counted, '', ...lines, ''].join('\n');
    await documents.show({ name: l10n.t('Not restored.txt'), read: () => text });
  } catch (error) {
    await room.report('restoreDeleted', error);
  }
}
