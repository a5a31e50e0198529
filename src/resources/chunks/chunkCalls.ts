import * as l10n from '@vscode/l10n';
import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../api/errors';
import { isObject, items, objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { collectionRef, type ResourceRef } from '../../catalog/ref';
import type { Calls } from '../../service/calls';
import type { BatchJob, BatchOptions, BatchResult, LookupState } from './batchJob';
import { type ChunkRow, type NamedRow, newChunkId, sentChunk } from './mapping';
import { runBatches } from './runBatches';

/**
 * Creates chunks, 100 per call. Sends in order by default, because the API orders chunks by creation.
 * Client-chosen IDs make retries safe. Doesn't throw: the result has the error.
 */
export async function createChunks(
  calls: Calls,
  document: ResourceRef,
  rows: AsyncIterable<ChunkRow>,
  options: BatchOptions<NamedRow>,
): Promise<BatchResult> {
  return await runBatches(named(rows), createJob(calls, document), {
    inFlight: 1,
    ...options,
  });
}

async function* named(rows: AsyncIterable<ChunkRow>): AsyncGenerator<NamedRow> {
  for await (const row of rows) yield { ...row, id: row.id ?? newChunkId() };
}

function createJob(calls: Calls, document: ResourceRef): BatchJob<NamedRow> {
  const parent = document.name;
  const nameOf = ({ id }: NamedRow): string => `${parent}/chunks/${id}`;
  return {
    operation: 'corpora.documents.chunks.batchCreate',
    takenText: l10n.t('Another chunk has this ID.'),
    requestOf: (row) => ({ parent, chunk: { ...sentChunk(row.chunk), name: nameOf(row) } }),
    keyOf: ({ id }) => id,
    async send(requests, signal) {
      const input = { parent, body: { requests } };
      // No retries here, because `runBatches` decides about them.
      const options = { signal, maxAttempts: 1 };
      return await calls.call(document, 'corpora.documents.chunks.batchCreate', input, options);
    },
    async look(row, signal): Promise<LookupState> {
      const found = await findChunk(calls, { ...document, name: nameOf(row) }, signal);
      if (!found) return 'nothing';
      return matchesSent(found, sentChunk(row.chunk)) ? 'same' : 'other';
    },
  };
}

export interface ChunkChange extends ChangedChunk {
  readonly ref: ResourceRef;
}

interface UpdateChunksOptions extends Omit<BatchOptions<ChunkChange>, 'onAnswer'> {
  readonly onChanged: (ref: ResourceRef, chunk: JsonObject) => void;
}

/**
 * Changes one document's chunks, 100 per call, each with its own update mask. Doesn't throw: the result has
 * the error.
 */
export async function updateChunks(
  calls: Calls,
  changes: readonly ChunkChange[],
  { onChanged, ...options }: UpdateChunksOptions,
): Promise<BatchResult> {
  const [first] = changes;
  if (!first) return { read: 0, done: 0, there: 0, failed: 0 };
  const place = first.ref;
  const parent = collectionRef(place).name;
  const batchUpdate = 'corpora.documents.chunks.batchUpdate';
  const job: BatchJob<ChunkChange> = {
    operation: batchUpdate,
    takenText: l10n.t('The chunk no longer exists.'),
    requestOf: ({ ref, chunk, mask }: ChunkChange) => ({
      chunk: { ...chunk, name: ref.name },
      updateMask: mask,
    }),
    keyOf: ({ ref }: ChunkChange) => ref.name,
    send: (requests: readonly JsonObject[], signal: AbortSignal) =>
      calls.call(place, batchUpdate, { parent, body: { requests } }, { signal, maxAttempts: 1 }),
    async look({ ref, chunk, mask }: ChunkChange, signal: AbortSignal) {
      const found = await findChunk(calls, ref, signal);
      if (!found) return 'other' as const;
      if (!isDeepStrictEqual(found[mask], chunk[mask])) return 'nothing' as const;
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

export type Change =
  | { readonly kind: 'set'; readonly entry: JsonObject }
  | { readonly kind: 'remove'; readonly key: string }
  | { readonly kind: 'replace'; readonly find: string; readonly by: string };

interface ChangedChunk {
  readonly chunk: JsonObject;
  readonly mask: 'customMetadata' | 'data';
}

export function changeOf(chunk: JsonObject, change: Change): ChangedChunk | undefined {
  if (change.kind === 'replace') return replaced(chunk, change.find, change.by);
  const before = items(chunk.customMetadata).filter(isObject);
  const key = change.kind === 'set' ? textAt(change.entry, 'key') : change.key;
  const index = before.findIndex((entry) => textAt(entry, 'key') === key);
  const others = before.filter((entry) => textAt(entry, 'key') !== key);
  if (change.kind === 'remove') {
    return index < 0 ? undefined : { chunk: { customMetadata: others }, mask: 'customMetadata' };
  }
  // Replaces in place to preserve the order.
  const after = index < 0 ? [...before, change.entry] : before.with(index, change.entry);
  if (isDeepStrictEqual(before, after)) return undefined;
  return { chunk: { customMetadata: after }, mask: 'customMetadata' };
}

function replaced(chunk: JsonObject, find: string, by: string): ChangedChunk | undefined {
  const before = textAt(objectAt(chunk, 'data'), 'stringValue');
  const after = before.split(find).join(by);
  if (find === '' || after === before) return undefined;
  return { chunk: { data: { stringValue: after } }, mask: 'data' };
}

/** Fetches a chunk. Undefined if not found. Throws the call's errors. */
export async function findChunk(
  calls: Calls,
  place: Pick<ResourceRef, 'connection' | 'version' | 'name'>,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  try {
    const input = { name: place.name };
    return await calls.call(place, 'corpora.documents.chunks.get', input, { signal });
  } catch (error) {
    // The API returns HTTP 403 for missing resources.
    const isGone =
      error instanceof ServiceError && (error.httpStatus === 404 || error.reason === 'permission');
    if (isGone) return undefined;
    throw error;
  }
}

/**
 * Whether the found resource matches the sent one. Ignores fields that only one has, because the server adds
 * fields and omits defaults and training data.
 */
export function matchesSent(found: unknown, sent: unknown): boolean {
  if (isObject(sent)) {
    if (!isObject(found)) return false;
    return Object.entries(sent).every(
      ([name, value]) =>
        value === undefined || !Object.hasOwn(found, name) || matchesSent(found[name], value),
    );
  }
  if (Array.isArray(sent)) {
    if (!Array.isArray(found) || found.length !== sent.length) return false;
    return sent.every((value, index) => matchesSent(found[index], value));
  }
  // int64 values may be sent as numbers and are returned as strings.
  return String(found) === String(sent);
}
