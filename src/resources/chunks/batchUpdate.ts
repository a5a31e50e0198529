import { isObject, items, textAt } from '../../base/json';
import { hasChanged } from '../../api/retry/sameValue';
import type { JsonObject } from '../../api/schema/row';
import { collectionRef, type ResourceRef } from '../../catalog/ref';
import type { Calls } from '../../service/calls';
import type { BatchOptions, BatchResult, BatchTexts } from './batchJob';
import type { Changed } from './change';
import { findChunk } from './findChunk';
import { runBatches } from './runBatches';

/** A chunk, and what it is to have. */
export interface ChunkChange extends Changed {
  readonly ref: ResourceRef;
}

export interface UpdateChunksOptions extends Omit<BatchOptions<ChunkChange>, 'onAnswer'> {
  readonly texts: BatchTexts;
  /** Told of each changed chunk, as the service has it now. */
  readonly onChanged: (ref: ResourceRef, chunk: JsonObject) => void;
}

/**
 * Changes chunks of one document: 100 in a call, each with a mask of its own. Does not throw: why it ended early
 * is in the result.
 */
export async function updateChunks(
  calls: Calls,
  changes: readonly ChunkChange[],
  { texts, onChanged, ...options }: UpdateChunksOptions,
): Promise<BatchResult> {
  const [first] = changes;
  if (!first) return { read: 0, done: 0, there: 0, failed: 0 };
  const place = first.ref;
  const parent = collectionRef(place).name;
  const batchUpdate = 'corpora.documents.chunks.batchUpdate';
  const job = {
    ...({ operation: batchUpdate, texts } as const),
    requestOf: ({ ref, chunk, mask }: ChunkChange) => ({
      ...{ chunk: { ...chunk, name: ref.name }, updateMask: mask },
    }),
    keyOf: ({ ref }: ChunkChange) => ref.name,
    send: (requests: readonly JsonObject[], signal: AbortSignal) =>
      calls.call(place, batchUpdate, { parent, body: { requests } }, { signal, maxAttempts: 1 }),
    async look({ ref, chunk, mask }: ChunkChange, signal: AbortSignal) {
      const found = await findChunk(calls, ref, signal);
      if (!found) return 'other' as const;
      if (!hasChanged(found, chunk, mask)) return 'nothing' as const;
      onChanged(ref, found);
      return 'same' as const;
    },
  };
  return await runBatches(each(changes), job, {
    ...options,
    onAnswer(answer) {
      for (const chunk of items(answer.chunks).filter(isObject)) {
        onChanged({ ...place, name: textAt(chunk, 'name') }, chunk);
      }
    },
  });
}

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  for (const value of values) yield await Promise.resolve(value);
}
