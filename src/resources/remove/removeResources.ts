import * as l10n from '@vscode/l10n';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { kindRow } from '../../catalog/kinds';
import type { Task } from '../../platform/activity';
import { plainText } from '../../platform/plainText';
import { ServiceError } from '../../api/errors';
import { mapConcurrent, throwIfAborted } from '../../base/async';
import { kindOperations } from '../../catalog/kindOperations';
import type { Calls } from '../../service/calls';
import { getCall } from '../../service/tableCalls';
import { type LabelledResource, describeResources, belowTop, nameBelow } from '../resourceTexts';
import type { ResourceHandler, ResourcesContext } from '../context';
import { exportLines, type ExportCounts } from '../transfer/exportResource';
import { type ConfirmedRemoval, confirmRemoval, planRemoval } from './confirmRemoval';
import { type RemovalResult, sendDeletes } from './sendDeletes';
import { Trash, type TrashCopy, type TrashEntry, type TrashItem } from './trash';
import { restoreEntry } from './restoreEntry';

export const removeResources: ResourceHandler = async (context, targets) => {
  const plan = planRemoval(targets, context.services.store);
  const count =
    plan.leaves.length + plan.containers.length + plan.stores.length + plan.named.length;
  if (count === 0) {
    const [first] = plan.refused;
    const { reason, help } = (first && kindRow(first.ref.kind).refused) ?? {};
    if (!reason || !help) return;
    throw new AppError('refused', l10n.t(reason.message), { hint: l10n.t(help.message) });
  }
  const agreed = await confirmRemoval(context, plan);
  if (!agreed) return;
  const all = [...agreed.containers, ...agreed.others];
  const title = l10n.t('Deleting {0}', describeResources(all));
  const result = await context.activity.run(title, (task) => removeAll(context, agreed, task));
  // Not awaited, because the command ends before the user reads the report.
  if (result.failed.length > 0) void tellFailures(context, all.length, result);
};

async function removeAll(
  context: ResourcesContext,
  agreed: ConfirmedRemoval,
  task: Task,
): Promise<RemovalResult> {
  const { services } = context;
  const { signal } = task;
  const all = [...agreed.containers, ...agreed.others];
  const trash = new Trash(context);
  const kept = await backUpResources(context, trash, agreed, task);
  const marked = services.store.mark(
    all.map(({ ref }) => ref),
    'deleting',
  );
  const pending: LabelledResource[] = [];
  let done = 0;
  const flush = (): void => {
    if (pending.length > 0) services.store.remove(pending.splice(0).map(({ ref }) => ref));
  };
  let result: RemovalResult;
  try {
    result = await sendDeletes(services.calls, all, {
      signal,
      isForced: (removal) => agreed.forced.has(removal),
      onRemoved: (removed) => {
        pending.push(...removed);
        done += removed.length;
        // Each flush redraws the rows, which is slow for many rows.
        if (pending.length >= FLUSHED) flush();
        task.report({
          text: l10n.t('Deleted {0} of {1}', done, all.length),
          done,
          total: all.length,
        });
      },
    });
  } finally {
    flush();
    marked.dispose();
  }
  await kept.settle(result);
  if (result.removed.length === 0) throw reasonOf(result);
  const what = describeResources(result.removed);
  task.conclude(
    result.failed.length === 0
      ? l10n.t('Deleted {0}', what)
      : l10n.t('Deleted {0} ({1} failed)', what, result.failed.length),
  );
  const undo = kept.undo();
  if (undo) task.offer({ kind: 'undo', run: undo });
  void tellDeleted(context, what, undo);
  return result;
}

/** Reports deletions and offers Undo if possible. Never rejects. */
async function tellDeleted(
  context: ResourcesContext,
  what: string,
  undo: (() => Promise<void>) | undefined,
): Promise<void> {
  const { prompts } = context;
  const text = l10n.t('Deleted {0}', what);
  if (!undo) {
    context.tell(text);
    return;
  }
  try {
    const action = l10n.t('Undo');
    if ((await prompts.notify('info', text, action)) === action) await undo();
  } catch (error) {
    await context.report('restoreDeleted', error);
  }
}

const FLUSHED = 100;

function reasonOf({ failed, stopped }: RemovalResult): unknown {
  return stopped ?? failed.find(({ error }) => error !== undefined)?.error ?? new CancelledError();
}

/** Reports failed deletions, with details on demand. Never rejects. */
async function tellFailures(
  context: ResourcesContext,
  total: number,
  { failed, stopped }: RemovalResult,
): Promise<void> {
  const { prompts, documents } = context;
  if (CancelledError.is(stopped) && failed.every(({ error }) => error === undefined)) return;
  try {
    const show = l10n.t('Show Details');
    const counted = l10n.t('Couldn’t delete {0} of {1} resources.', failed.length, total);
    if ((await prompts.notify('warning', counted, show)) !== show) return;
    const lines = failed.map(({ removal, error }) => {
      const why = error === undefined ? l10n.t('Not attempted.') : errorMessage(error);
      return `${plainText(removal.ref.name)}\n    ${plainText(why)}`;
    });
    const text = [counted, '', ...lines, ''].join('\n');
    await documents.show({ name: l10n.t('Not deleted.txt'), read: () => text });
  } catch (error) {
    await context.report('delete', error);
  }
}

interface Backups {
  settle(result: RemovalResult): Promise<void>;
  /** Restores the deleted resources. Undefined if there are no backups. */
  undo(): (() => Promise<void>) | undefined;
}

const NOTHING: Backups = { settle: () => Promise.resolve(), undo: () => undefined };

/**
 * Backs up resources to disk. If this throws or is canceled, the trash has no backup and nothing may be
 * deleted.
 */
async function backUpResources(
  context: ResourcesContext,
  trash: Trash,
  { containers, others, isCopied, chunks }: ConfirmedRemoval,
  task: Task,
): Promise<Backups> {
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
      const what = describeResources([container]);
      const onProgress = (now: ExportCounts): void => {
        const done = before + now.chunks;
        // The content may have grown after the count.
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
      // Undo is offered twice. The second click awaits the first.
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

const PARALLEL = 4;
/** Maximum number of resources to fetch again. For more resources, the tree's loaded data is used. */
const MAX_FETCHED = 100;

/**
 * Reads the resources for a backup, in order. Skips deleted resources. Throws if one can't be read, in which
 * case nothing may be deleted.
 */
async function snapshot(
  calls: Calls,
  removals: readonly LabelledResource[],
  signal: AbortSignal,
): Promise<readonly TrashItem[]> {
  const kept = removals.filter(({ ref }) => kindRow(ref.kind).restored !== undefined);
  const isFetched = kept.length <= MAX_FETCHED;
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
