import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../api/errors';
import { mapConcurrent, throwIfAborted } from '../../base/async';
import { kindOperations } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { Task } from '../../platform/activity';
import type { Calls } from '../../service/calls';
import { getCall } from '../../service/tableCalls';
import { belowTop, nameBelow, nameThem, type LabelledResource } from '../resourceTexts';
import type { ResourcesContext } from '../context';
import { exportLines } from '../transfer/exportLines';
import type { ExportCounts } from '../transfer/exportFormat';
import type { AgreedRemoval } from './confirmRemoval';
import { restoreEntry } from './restoreEntry';
import type { RemovalResult } from './sendDeletes';
import type { Trash, TrashCopy, TrashEntry, TrashItem } from './trash';

/** What is in the trash before anything is deleted. */
export interface Kept {
  /** Leaves in the trash what was deleted or may have been, and no more. */
  settle(result: RemovalResult): Promise<void>;
  /** Makes again what was deleted; undefined where there is nothing to make it of. */
  undo(): (() => Promise<void>) | undefined;
}

const NOTHING: Kept = { settle: () => Promise.resolve(), undo: () => undefined };

/**
 * Writes down what is to be deleted: all of it is on disk when this resolves. Where it throws, also because the
 * user cancels it, nothing is left in the trash, and nothing must be deleted.
 */
export async function keepCopies(
  context: ResourcesContext,
  trash: Trash,
  { containers, others, isCopied, chunks }: AgreedRemoval,
  task: Task,
): Promise<Kept> {
  await trash.sweep();
  if (!trash.isOn) return NOTHING;
  const { services } = context;
  const { deletedAt, id, copy } = trash.newNames();
  const connection = (containers[0] ?? others[0])?.ref.connection ?? '';
  const copies: TrashCopy[] = [];
  let entry: TrashEntry;
  try {
    let before = 0;
    for (const [index, container] of isCopied ? containers.entries() : []) {
      const what = nameThem([container]);
      const onProgress = (now: ExportCounts): void => {
        const done = before + now.chunks;
        // What was counted may have grown since.
        const isKnown = chunks !== undefined && done <= chunks;
        const count = isKnown
          ? l10n.t('chunk {0} of {1}', done.toLocaleString('en'), chunks.toLocaleString('en'))
          : nameBelow(belowTop(container.ref, now));
        task.report({ text: l10n.t('Copying {0}: {1}', what, count) });
      };
      const one = await copyOf(context, trash, container, copy(index + 1), task.signal, onProgress);
      before += one.chunks;
      copies.push(one);
    }
    const items = await snapshot(services.calls, others, task.signal);
    entry = { connection, deletedAt, items, copies };
    await trash.write(id, entry);
  } catch (error) {
    for (const one of copies) await trash.files.remove(one.file);
    throw error;
  }
  return {
    async settle({ removed, failed }) {
      const unclear = failed.flatMap(({ removal, isUnclear }) => (isUnclear ? [removal] : []));
      const gone = new Set([...removed, ...unclear].map(({ ref }) => ref));
      const isGone = ({ ref }: { readonly ref: LabelledResource['ref'] }): boolean => gone.has(ref);
      entry = { ...entry, items: entry.items.filter(isGone), copies: copies.filter(isGone) };
      await trash.write(id, entry);
      for (const one of copies) if (!isGone(one)) await trash.files.remove(one.file);
    },
    undo() {
      if (entry.items.length + entry.copies.length === 0) return undefined;
      // Offered in two places: a second choice is for what the first has begun.
      let running: Promise<void> | undefined;
      return () => {
        running ??= restoreEntry(context, trash, id).finally(() => {
          running = undefined;
        });
        return running;
      };
    },
  };
}

async function copyOf(
  { services }: ResourcesContext,
  trash: Trash,
  { ref, label }: LabelledResource,
  file: string,
  signal: AbortSignal,
  onProgress: (counts: ExportCounts) => void,
): Promise<TrashCopy> {
  let counts: ExportCounts = { documents: 0, chunks: 0, permissions: 0 };
  const pieces = exportLines(services.calls, ref, {
    signal,
    onProgress: (now) => {
      counts = now;
      onProgress(now);
    },
  });
  await trash.files.writePieces(file, pieces, signal);
  const { documents, chunks } = counts;
  return { ref, label, file, documents, chunks };
}

/** Calls that run at once. */
const PARALLEL = 4;
/** Up to so many are fetched anew; of more, what the tree has loaded is taken where it has it. */
const FETCHED = 100;

/**
 * What can be made again of resources that are to be deleted, in their order. Those that are gone already are
 * left out. Throws where one can't be read: then nothing must be deleted.
 */
async function snapshot(
  calls: Calls,
  removals: readonly LabelledResource[],
  signal: AbortSignal,
): Promise<readonly TrashItem[]> {
  const kept = removals.filter(({ ref }) => kindRow(ref.kind).restored !== undefined);
  const isFetched = kept.length <= FETCHED;
  const found: (TrashItem | undefined)[] = [];
  await mapConcurrent(PARALLEL, kept.entries(), async ([index, { ref, label, resource }]) => {
    throwIfAborted(signal);
    if (resource && (!isFetched || kindOperations(ref.kind).get === undefined)) {
      found[index] = { ref, label, resource };
      return;
    }
    try {
      const { id, input } = getCall(ref);
      const fetched = await calls.call(ref, id, input, { signal });
      found[index] = { ref, label: kindRow(ref.kind).label(fetched), resource: fetched };
    } catch (error) {
      if (!(error instanceof ServiceError && error.httpStatus === 404)) throw error;
    }
  });
  return found.filter((item) => item !== undefined);
}
