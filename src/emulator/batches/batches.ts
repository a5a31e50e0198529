import type { JsonObject, JsonValue } from '../../api/schema/row';
import { textAt } from '../../base/json';
import { type Handler, type HandlerRows, singleReply } from '../call';
import { contentBlocks, linesOf, removeContent } from '../fileContent';
import { toWire } from '../http/index';
import { operationFilter } from '../operations';
import { statePage } from '../paging';
import { applyPatch, parsePatch } from '../patch';
import { requireRecord } from '../records';
import type { Stored } from '../state';
import { StatusError } from '../status';
import { notifyJobChange } from '../jobs';
import type { HandlerContext } from '../handlerContext';
import {
  type BatchKind,
  batchOf,
  batchProgress,
  type BatchProgress,
  type BatchState,
  hasOutput,
  withHiddenState,
} from './batch';

const getBatch: Handler = (call, world) =>
  singleReply(toBatchResource(world, requireBatch(world, call.path.name ?? '')));

/** Lists the batches of the project without their responses, which only `get` returns. */
const listBatches: Handler = (call, world) => {
  const isWanted = operationFilter(call.query.filter);
  const shown = (stored: Stored) => toBatchResource(world, stored, false);
  const { items, ...next } = statePage(call, world, 'batches', '', (stored) =>
    isWanted(shown(stored)),
  );
  return singleReply({ operations: items.map(shown), ...next });
};

/** Cancels a batch. Succeeds without effect if the batch is over. */
const cancelBatch: Handler = (call, world) => {
  const { name, ...stored } = requireBatch(world, call.path.name ?? '');
  const batch = batchOf({ name, ...stored });
  const now = world.time.now();
  if (batchProgress(batch, name, now).endedAt === undefined) {
    world.state.update('batches', name, {
      hidden: withHiddenState({ ...batch, cancelledAt: now }),
    });
    notifyJobChange(world);
  }
  return singleReply({});
};

/** Deletes a batch, even a running one. Its output file remains until it expires. */
const deleteBatch: Handler = (call, world) => {
  const stored = requireBatch(world, call.path.name ?? '');
  const { name } = stored;
  const { isFile, work } = batchOf(stored);
  removeContent(world, inputOf(name));
  if (!isFile || !work.isOver) removeContent(world, outputOf(name, isFile));
  world.state.remove('batches', name);
  return singleReply({});
};

/** Updates display name and priority. Priority has no effect in the emulator. */
const patchBatch: Handler = (call, world) => {
  const stored = requireBatch(world, call.path['batch.name'] ?? '');
  const isEmbed = call.operation === 'batches.updateEmbedContentBatch';
  if ((batchOf(stored).kind === 'embed') !== isEmbed) {
    throw new StatusError(400, `${stored.name} is a batch of another kind.`);
  }
  const resource = applyPatch(world, stored, parsePatch(call));
  world.state.update('batches', stored.name, { resource });
  return singleReply(toOperationResource(world, { ...stored, resource }));
};

function requireBatch(world: HandlerContext, name: string): Stored {
  return requireRecord(world, 'batches', name);
}

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
    at: endedAt,
    state,
    ...(error && { error: { code: Number(error.code), message: textAt(error, 'message') } }),
    ...(batch.isFile && hasOutput(progress) && { file: responsesFileOf(name) }),
  };
}

function toOperationResource(world: HandlerContext, stored: Stored): JsonObject {
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

export const batchHandlers = {
  'batches.cancel': cancelBatch,
  'batches.delete': deleteBatch,
  'batches.get': getBatch,
  'batches.list': listBatches,
  'batches.updateEmbedContentBatch': patchBatch,
  'batches.updateGenerateContentBatch': patchBatch,
} as const satisfies HandlerRows;
