import type { Task } from '../../platform/activity';
import { AppError } from '../../base/errors';
import { kindRow } from '../../catalog/kinds';
import { collectionRef } from '../../catalog/ref';
import type { Room } from '../room';
import { nameBelow } from '../remove/removalTexts';
import type { TrashCopy } from '../remove/trashEntry';
import { createTop } from './createTop';
import { importRecords } from './importRecords';
import { forgetBelow } from './forgetBelow';
import { readExport } from './readExport';
import { shareAgain, type CopiedPermission } from './shareAgain';
import { tellLines, type FailedLine } from './tellLines';

/**
 * Makes a corpus or a document again out of the copy that was kept of it. `missing` where something of it is still
 * missing, or the user did not want it: the copy is still needed then. `unshared` where those who had access to it
 * are not to have it again.
 */
export async function restoreCopy(
  room: Room,
  copy: TrashCopy,
  pieces: AsyncIterable<Uint8Array>,
  task: Task,
): Promise<'whole' | 'unshared' | 'missing'> {
  const { l10n } = room;
  const { signal } = task;
  const { records, header } = await readExport(pieces, l10n);
  const first = await records.next();
  const record = first.done === true ? undefined : first.value;
  if (record?.kind !== header.kind) {
    throw new AppError('badExport', l10n.t('The copy can’t be read any more.'));
  }
  const top = await createTop(room, collectionRef(copy.ref), record.value, signal);
  if (!top) return 'missing';
  const isDocument = header.kind === 'document';
  const corpus = isDocument
    ? { ...top, kind: 'corpus' as const, name: top.name.split('/').slice(0, 2).join('/') }
    : top;
  const failed: FailedLine[] = [];
  const unshared: CopiedPermission[] = [];
  const result = await importRecords(
    room,
    records,
    {
      corpus,
      ...(isDocument && { document: { from: header.name, to: top.name } }),
      withPermissions: false,
      skipTo: 0,
    },
    {
      signal,
      onProgress: (counts) => {
        const total = copy.chunks;
        const text = l10n.t('Restored {0}', nameBelow(counts, l10n));
        task.report(total > 0 ? { text, done: counts.chunks, total } : { text });
      },
      onDone: () => Promise.resolve(),
      onFailed: (line, reason) => failed.push({ line, reason }),
      onUnshared: (line, permission) => unshared.push({ line, permission }),
    },
  );
  forgetBelow(room, top);
  room.services.store.restored([top]);
  const shown = { ref: top, label: kindRow(top.kind).label(record.value) };
  const isShared = await shareAgain(room, shown, unshared, signal, (one) => failed.push(one));
  if (failed.length > 0) void tellLines(room, copy.file, failed);
  if (failed.length > 0 || !result.isWhole) return 'missing';
  return isShared ? 'whole' : 'unshared';
}
