import { agrees } from '../../api/retry/sameValue';
import type { ResourceRef } from '../../catalog/ref';
import type { Calls } from '../../service/calls';
import type { BatchJob, BatchOptions, BatchResult, BatchTexts, Sight } from './batchJob';
import { newChunkId, sentChunk, type ChunkRow, type NamedRow } from './chunkRow';
import { findChunk } from './findChunk';
import { runBatches } from './runBatches';

export interface CreateChunksOptions extends BatchOptions<NamedRow> {
  readonly texts: BatchTexts;
}

/**
 * Creates chunks of a document: 100 in a call, four calls at once. Every row has an id before it is sent, so
 * that none is created twice when an answer is lost, and rows that failed can be given again as they are. Does
 * not throw: why it ended early is in the result.
 */
export async function createChunks(
  calls: Calls,
  document: ResourceRef,
  rows: AsyncIterable<ChunkRow>,
  { texts, ...options }: CreateChunksOptions,
): Promise<BatchResult> {
  return await runBatches(named(rows), createJob(calls, document, texts), options);
}

async function* named(rows: AsyncIterable<ChunkRow>): AsyncGenerator<NamedRow> {
  for await (const row of rows) yield { ...row, id: row.id ?? newChunkId() };
}

function createJob(calls: Calls, document: ResourceRef, texts: BatchTexts): BatchJob<NamedRow> {
  const parent = document.name;
  const nameOf = ({ id }: NamedRow): string => `${parent}/chunks/${id}`;
  return {
    operation: 'corpora.documents.chunks.batchCreate',
    texts,
    requestOf: (row) => ({ parent, chunk: { ...sentChunk(row.chunk), name: nameOf(row) } }),
    keyOf: ({ id }) => id,
    async send(requests, signal) {
      const input = { parent, body: { requests } };
      // Once: how it is repeated depends on what else is under way.
      const options = { signal, maxAttempts: 1 };
      return await calls.call(document, 'corpora.documents.chunks.batchCreate', input, options);
    },
    async look(row, signal): Promise<Sight> {
      const found = await findChunk(calls, { ...document, name: nameOf(row) }, signal);
      if (!found) return 'nothing';
      return agrees(found, sentChunk(row.chunk)) ? 'same' : 'other';
    },
  };
}
