import type { JsonObject, JsonValue } from '../../api/schema/row';
import { textAt } from '../../base/json';
import { contentBlocks, linesOf } from '../fileContent';
import { toWire } from '../http';
import type { Stored } from '../state';
import type { HandlerContext } from '../handlerContext';
import {
  type BatchKind,
  batchOf,
  type BatchProgress,
  type BatchState,
  hasOutput,
  batchProgress,
} from './batch';

const messages: {
  readonly [K in BatchKind]: { readonly batch: string; readonly output: string };
} = {
  generate: { batch: 'GenerateContentBatch', output: 'GenerateContentBatchOutput' },
  embed: { batch: 'EmbedContentBatch', output: 'EmbedContentBatchOutput' },
};

/** The live API uses this package name in every API version. */
const TYPES = 'type.googleapis.com/google.ai.generativelanguage.v1main.';

export function responsesFileOf(name: string): string {
  return `files/batch-${name.slice(name.indexOf('/') + 1)}`;
}

/** Returns the storage key of the output: the output file, or the batch itself. */
export function outputOf(name: string, isFile: boolean): string {
  return isFile ? responsesFileOf(name) : `${name}/output`;
}

export function inputOf(name: string): string {
  return `${name}/input`;
}

export function toBatchResource(world: HandlerContext, stored: Stored, isWhole = true): JsonObject {
  const { name } = stored;
  const batch = batchOf(stored);
  const progress = batchProgress(batch, name, world.time.now());
  const output =
    isWhole && hasOutput(progress) ? shownOutput(world, name, batch.isFile) : undefined;
  const { batch: message, output: outputMessage } = messages[batch.kind];
  const metadata = {
    '@type': `${TYPES}${message}`,
    ...toWire(message, batch.version, resourceOf(world, stored, progress, output)),
  };
  const { endedAt, error } = progress;
  if (endedAt === undefined) return { name, metadata };
  if (error) return { name, metadata, done: true, error };
  if (!output) return { name, metadata, done: true };
  const response = {
    '@type': `${TYPES}${outputMessage}`,
    ...toWire(outputMessage, batch.version, output),
  };
  return { name, metadata, done: true, response };
}

interface BatchStatus {
  /** In ms since 1970. */
  readonly at: number;
  readonly state?: BatchState;
  readonly error?: { readonly code: number; readonly message: string };
  readonly file?: string;
}

export function batchEnd(world: HandlerContext, name: string): BatchStatus | undefined {
  const stored = world.state.find('batches', name);
  if (!stored) return undefined;
  const batch = batchOf(stored);
  const progress = batchProgress(batch, name, world.time.now());
  const { state, endedAt, error } = progress;
  if (endedAt === undefined)
    return { at: batchProgress(batch, name, Infinity).endedAt ?? Infinity };
  return {
    ...{ at: endedAt, state },
    ...(error && { error: { code: Number(error.code), message: textAt(error, 'message') } }),
    ...(batch.isFile && hasOutput(progress) && { file: responsesFileOf(name) }),
  };
}

export function toOperationResource(world: HandlerContext, stored: Stored): JsonObject {
  const progress = batchProgress(batchOf(stored), stored.name, world.time.now());
  return resourceOf(world, stored, progress, undefined);
}

/** Field order as in the live API. */
function resourceOf(
  { time }: HandlerContext,
  stored: Stored,
  { state, completed, changedAt, endedAt, error }: BatchProgress,
  output: JsonObject | undefined,
): JsonObject {
  const { total, work, createdAt } = batchOf(stored);
  const unserved = total - completed;
  // Requests that a canceled batch didn't reach count as failed.
  const isCut = state === 'BATCH_STATE_CANCELLED' && error === undefined;
  const { createTime, updateTime: _before, ...fields } = stored.resource;
  const before = textAt(stored.resource, 'updateTime');
  const changed = time.stamp(Math.max(changedAt, createdAt));
  return {
    ...fields,
    ...(output ? { output } : {}),
    createTime: createTime ?? time.stamp(createdAt),
    ...(endedAt === undefined ? {} : { endTime: time.stamp(endedAt) }),
    // Timestamps of the same format compare as strings.
    updateTime: changed > before ? changed : before,
    batchStats: {
      requestCount: String(total),
      ...count('pendingRequestCount', isCut ? 0 : unserved),
      ...count('successfulRequestCount', work.succeeded),
      ...count('failedRequestCount', work.failed),
    },
    state,
    name: stored.name,
  };
}

/** The live API omits zeros, as proto3 JSON does. */
function count(name: string, value: number): JsonObject {
  return value === 0 ? {} : { [name]: String(value) };
}

function shownOutput(world: HandlerContext, name: string, isFile: boolean): JsonObject {
  if (isFile) return { responsesFile: responsesFileOf(name) };
  const all: JsonValue[] = [];
  for (const block of contentBlocks(world, outputOf(name, false))) {
    for (const line of linesOf(block)) all.push(JSON.parse(line) as JsonValue);
  }
  return { inlinedResponses: { inlinedResponses: all } };
}
