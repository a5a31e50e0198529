import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { CancelledError, errorMessage } from '../../base/errors';
import { throwIfAborted } from '../../base/async';
import { kindRow } from '../../catalog/kinds';
import { collectionRef, refKey, type ResourceRef } from '../../catalog/ref';
import { createCall } from '../../service/tableCalls';
import { createChunks } from '../chunks/batchCreate';
import type { ChunkRow } from '../chunks/chunkRow';
import type { Room } from '../room';
import { batchTexts } from '../chunks/batchTexts';
import { newBody } from './newBody';
import type { TrashItem } from './trashEntry';

export interface RecreateResult {
  readonly made: readonly TrashItem[];
  readonly failed: readonly { readonly item: TrashItem; readonly reason: string }[];
  /** The user cancelled it: nothing is said of what comes after that. */
  readonly stopped?: CancelledError;
}

/**
 * Makes deleted resources again, parents before what is below them and under the same ids where the service
 * takes ids. Does not throw: why something is not there is in the result.
 */
export async function recreate(
  room: Room,
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
      await createOne(room, item, signal);
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
    const { read, stopped } = await createChunks(room.services.calls, document, rowsOf(group), {
      clock: room.clock,
      signal,
      texts: batchTexts(room.l10n),
      onFailed: ({ row, reason }) => {
        const item = group[row.line];
        lost.add(row.line);
        if (item) failed.push({ item, reason });
      },
      onAnswer: (answer) => {
        for (const chunk of Array.isArray(answer.chunks) ? (answer.chunks as JsonObject[]) : []) {
          const name = textAt(chunk, 'name');
          room.services.store.merge({ ...document, kind: 'chunk', name }, chunk);
        }
      },
    });
    made.push(...group.slice(0, read).filter((_item, index) => !lost.has(index)));
    if (CancelledError.is(stopped)) return { made, failed, stopped: asCancelled(stopped) };
    // Where it ended early, the last ones were not even looked at.
    failed.push(...group.slice(read).map((item) => ({ item, reason: '' })));
    const reason = stopped?.message;
    // The rows that were not sent have no reason of their own.
    for (const [index, one] of failed.entries()) {
      if (one.reason === '' && reason !== undefined) failed[index] = { ...one, reason };
    }
  }
  return { made, failed };
}

async function createOne(room: Room, { ref, resource }: TrashItem, signal: AbortSignal) {
  const { calls, store } = room.services;
  const chosen = kindRow(ref.kind).id === undefined ? undefined : ref.name.split('/').at(-1);
  const { id, input } = createCall(collectionRef(ref), newBody(ref.kind, resource), chosen);
  const made = await calls.call(ref, id, input, { signal });
  store.merge({ ...ref, name: textAt(made, 'name') || ref.name }, made);
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
