import * as l10n from '@vscode/l10n';
import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { throwIfAborted } from '../../base/async';
import { kindRow } from '../../catalog/kinds';
import { collectionRef, refKey, type ResourceRef } from '../../catalog/ref';
import { resourceName } from '../../catalog/resourceName';
import { plainText } from '../../platform/plainText';
import { createCall } from '../../service/tableCalls';
import { createChunks } from '../chunks/chunkCalls';
import type { ChunkRow } from '../chunks/mapping';
import { describeResources } from '../resourceTexts';
import type { ResourcesContext } from '../context';
import { restoreCopy } from './restoreCopy';
import { newBody } from '../transfer/createTop';
import type { Trash, TrashCopy, TrashEntry, TrashItem } from './trash';

/**
 * Restores a trash entry as an activity. Restored resources leave the trash. The report shows why others
 * stay.
 */
export async function restoreEntry(
  context: ResourcesContext,
  trash: Trash,
  id: string,
): Promise<void> {
  const { activity } = context;
  const entry = await trash.read(id);
  if (!entry) {
    throw new AppError('notInTrash', l10n.t('The copy no longer exists.'), {
      hint: l10n.t('It was already restored or has expired.'),
    });
  }
  const title = l10n.t('Restoring {0}', describeResources([...entry.copies, ...entry.items]));
  const failed = await activity.run(title, async (task) => {
    let rest: TrashEntry = entry;
    // Runs after each resource, so that a retry creates no duplicates.
    const drop = async (gone: ReadonlySet<unknown>): Promise<void> => {
      const items = rest.items.filter((one) => !gone.has(one));
      const copies = rest.copies.filter((one) => !gone.has(one));
      rest = { ...rest, items, copies };
      await trash.write(id, rest);
    };
    const back: TrashCopy[] = [];
    let unshared = 0;
    for (const copy of entry.copies) {
      const pieces = trash.files.readPieces(copy.file, task.signal);
      const restored = await restoreCopy(context, copy, pieces, task);
      if (restored === 'missing') continue;
      if (restored === 'unshared') unshared += 1;
      await drop(new Set([copy]));
      await trash.files.remove(copy.file);
      back.push(copy);
    }
    const result = await recreate(context, entry.items, task.signal);
    context.services.store.restored(result.made.map(({ ref }) => ref));
    await drop(new Set(result.made));
    if (result.stopped) throw result.stopped;
    const [first] = result.failed;
    if (first && result.made.length === 0 && entry.copies.length === 0) {
      throw new AppError('notRestored', plainText(first.reason));
    }
    task.conclude(conclusion([...back, ...result.made], unshared > 0));
    return result.failed;
  });
  if (failed.length > 0) void tell(context, entry, failed);
}

function conclusion(back: readonly (TrashCopy | TrashItem)[], isUnshared: boolean): string {
  const lost = new Set(
    back.map(({ ref }) => kindRow(ref.kind).restored).filter((one) => typeof one === 'object'),
  );
  const parts = [...new Set([...lost].map(({ message }) => l10n.t(message)))];
  const [only] = isUnshared ? [l10n.t('it isn’t shared with anyone')] : parts;
  return only !== undefined && parts.length === 1
    ? l10n.t('Restored {0}, but {1}', describeResources(back), only)
    : l10n.t('Restored {0}', describeResources(back));
}

/** Never rejects. */
async function tell(
  context: ResourcesContext,
  entry: TrashEntry,
  failed: RecreateResult['failed'],
): Promise<void> {
  const { prompts, documents } = context;
  try {
    const show = l10n.t('Show Details');
    const total = entry.items.length;
    const [first] = failed;
    const counted =
      first && total === 1
        ? l10n.t('Couldn’t restore {0}.', describeResources([first.item]))
        : l10n.t('Couldn’t restore {0} of {1} resources.', failed.length, total);
    if ((await prompts.notify('warning', counted, show)) !== show) return;
    const lines = failed.map(
      ({ item, reason }) => `${plainText(item.ref.name)}\n    ${plainText(reason)}`,
    );
    const text = [counted, '', ...lines, ''].join('\n');
    await documents.show({ name: l10n.t('Not restored.txt'), read: () => text });
  } catch (error) {
    await context.report('restoreDeleted', error);
  }
}

interface RecreateResult {
  readonly made: readonly TrashItem[];
  readonly failed: readonly { readonly item: TrashItem; readonly reason: string }[];
  /** Set if the user canceled, so no further messages are shown. */
  readonly stopped?: CancelledError;
}

/**
 * Recreates resources, parents first, with the same IDs if the API allows. Doesn't throw: the
 * result has the errors.
 */
async function recreate(
  context: ResourcesContext,
  items: readonly TrashItem[],
  signal: AbortSignal,
): Promise<RecreateResult> {
  const made: TrashItem[] = [];
  const failed: { item: TrashItem; reason: string }[] = [];
  const depth = ({ ref }: TrashItem): number => ref.name.split('/').length;
  const chunks = items.filter(({ ref }) => ref.kind === 'chunk');
  const others = items
    .filter(({ ref }) => ref.kind !== 'chunk')
    .sort((a, b) => depth(a) - depth(b));
  for (const item of others) {
    try {
      throwIfAborted(signal);
      await createOne(context, item, signal);
      made.push(item);
    } catch (error) {
      if (CancelledError.is(error)) return { made, failed, stopped: asCancelled(error) };
      failed.push({ item, reason: errorMessage(error) });
    }
  }
  const groups = Map.groupBy(chunks, ({ ref }) => refKey(collectionRef(ref)));
  for (const group of groups.values()) {
    const document = documentOf(group);
    if (!document) continue;
    const lost = new Set<number>();
    const { read, stopped } = await createChunks(context.services.calls, document, rowsOf(group), {
      clock: context.clock,
      signal,
      onFailed: ({ row, reason }) => {
        const item = group[row.line];
        lost.add(row.line);
        if (item) failed.push({ item, reason });
      },
      onAnswer: (answer) => {
        for (const chunk of Array.isArray(answer.chunks) ? (answer.chunks as JsonObject[]) : []) {
          const name = textAt(chunk, 'name');
          context.services.store.merge({ ...document, kind: 'chunk', name }, chunk);
        }
      },
    });
    made.push(...group.slice(0, read).filter((_item, index) => !lost.has(index)));
    if (CancelledError.is(stopped)) return { made, failed, stopped: asCancelled(stopped) };
    failed.push(...group.slice(read).map((item) => ({ item, reason: '' })));
    const reason = stopped?.message;
    // Unsent resources get the reason why the job ended early.
    for (const [index, one] of failed.entries()) {
      if (one.reason === '' && reason !== undefined) failed[index] = { ...one, reason };
    }
  }
  return { made, failed };
}

async function createOne(
  context: ResourcesContext,
  { ref, resource }: TrashItem,
  signal: AbortSignal,
) {
  const { calls, store } = context.services;
  const chosen = kindRow(ref.kind).id === undefined ? undefined : ref.name.split('/').at(-1);
  const { id, input } = createCall(collectionRef(ref), newBody(ref.kind, resource), chosen);
  const made = await calls.call(ref, id, input, { signal });
  store.merge({ ...ref, name: resourceName(collectionRef(ref), made) || ref.name }, made);
}

function asCancelled(error: unknown): CancelledError {
  return error instanceof CancelledError ? error : new CancelledError(error);
}

function documentOf([first]: readonly TrashItem[]): ResourceRef | undefined {
  if (!first) return undefined;
  const { connection, version } = first.ref;
  return { connection, version, kind: 'document', name: collectionRef(first.ref).name };
}

async function* rowsOf(group: readonly TrashItem[]): AsyncGenerator<ChunkRow> {
  for (const [line, { ref, resource }] of group.entries()) {
    const id = ref.name.split('/').at(-1) ?? '';
    yield await Promise.resolve({ line, id, chunk: resource });
  }
}
