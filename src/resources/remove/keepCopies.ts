import type { Task } from '../../platform/activity';
import type { Room } from '../room';
import { exportLines } from '../transfer/exportLines';
import type { ExportCounts } from '../transfer/exportRecord';
import type { AgreedRemoval } from './confirmRemoval';
import type { Removal } from './removal';
import { nameBelow, nameThem } from './removalTexts';
import { restoreEntry } from './restoreEntry';
import type { RemovalResult } from './sendDeletes';
import { snapshot } from './snapshot';
import type { Trash } from './trash';
import type { TrashCopy, TrashEntry } from './trashEntry';

/** What is in the trash before anything is deleted. */
export interface Kept {
  /** Leaves in the trash what was deleted or may have been, and no more. */
  settle(result: RemovalResult): Promise<void>;
  offerUndo(task: Task): void;
}

const NOTHING: Kept = { settle: () => Promise.resolve(), offerUndo: () => undefined };

/**
 * Writes down what is to be deleted: all of it is on disk when this resolves. Where it throws, also because the
 * user cancels it, nothing is left in the trash, and nothing must be deleted.
 */
export async function keepCopies(
  room: Room,
  trash: Trash,
  { containers, others, isCopied }: AgreedRemoval,
  task: Task,
): Promise<Kept> {
  await trash.sweep();
  if (!trash.isOn) return NOTHING;
  const { services } = room;
  const { deletedAt, file, copy } = trash.newNames();
  const connection = (containers[0] ?? others[0])?.ref.connection ?? '';
  const copies: TrashCopy[] = [];
  let entry: TrashEntry;
  try {
    for (const [index, container] of isCopied ? containers.entries() : []) {
      copies.push(await copyOf(room, trash, container, copy(index + 1), task));
    }
    const items = await snapshot(services.calls, others, task.signal);
    entry = { connection, deletedAt, items, copies };
    await trash.write(file, entry);
  } catch (error) {
    for (const one of copies) await trash.removeCopy(one.file);
    throw error;
  }
  return {
    async settle({ removed, failed }) {
      const unclear = failed.flatMap(({ removal, isUnclear }) => (isUnclear ? [removal] : []));
      const gone = new Set([...removed, ...unclear].map(({ ref }) => ref));
      const isGone = ({ ref }: { readonly ref: Removal['ref'] }): boolean => gone.has(ref);
      entry = { ...entry, items: entry.items.filter(isGone), copies: copies.filter(isGone) };
      await trash.write(file, entry);
      for (const one of copies) if (!isGone(one)) await trash.removeCopy(one.file);
    },
    offerUndo(offered) {
      if (entry.items.length + entry.copies.length === 0) return;
      offered.offer({ kind: 'undo', run: () => restoreEntry(room, trash, file) });
    },
  };
}

async function copyOf(
  { services, l10n }: Room,
  trash: Trash,
  container: Removal,
  file: string,
  task: Task,
): Promise<TrashCopy> {
  const { ref, label } = container;
  let counts: ExportCounts = { documents: 0, chunks: 0, permissions: 0 };
  const what = nameThem([container], l10n);
  const pieces = exportLines(services.calls, ref, {
    signal: task.signal,
    onProgress: (now) => {
      counts = now;
      task.report({ text: l10n.t('Copying {0}: {1}', what, nameBelow(now, l10n)) });
    },
  });
  await trash.writeCopy(file, pieces, task.signal);
  const { documents, chunks } = counts;
  return { ref, label, file, documents, chunks };
}
