import type { JsonObject, JsonValue } from '../../api/schema/row';
import { textAt } from '../../base/json';
import { contentBlocks, linesOf } from '../fileContent';
import { toWire } from '../http';
import type { Stored } from '../state';
import type { World } from '../world';
import {
  type BatchKind,
  batchOf,
  type BatchProgress,
  type BatchState,
  hasOutput,
  progressOf,
} from './batch';

/** The messages of the two kinds of batches. */
const messages: {
  readonly [K in BatchKind]: { readonly batch: string; readonly output: string };
} = {
  generate: { batch: 'GenerateContentBatch', output: 'GenerateContentBatchOutput' },
  embed: { batch: 'EmbedContentBatch', output: 'EmbedContentBatchOutput' },
};

/** The service names these types so, whichever version asks. */
const TYPES = 'type.googleapis.com/google.ai.generativelanguage.v1main.';

/** The name of the file that the answers of a batch go into. */
export function responsesFileOf(name: string): string {
  return `files/batch-${name.slice(name.indexOf('/') + 1)}`;
}

/** What the answers of a batch are kept under: the file that they are, or the batch itself. */
export function outputOf(name: string, isFile: boolean): string {
  return isFile ? responsesFileOf(name) : `${name}/output`;
}

/** What the requests of a batch are kept under. */
export function inputOf(name: string): string {
  return `${name}/input`;
}

/**
 * A batch as the Operation that it is.
 * @param isWhole with the answers: a batch that is one among others in a list comes without them.
 */
export function shownBatch(world: World, stored: Stored, isWhole = true): JsonObject {
  const { name } = stored;
  const batch = batchOf(stored);
  const progress = progressOf(batch, name, world.time.now());
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

/** How a batch stands: when it ends as it goes now, and how, where it has ended. */
interface BatchStanding {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly state?: BatchState;
  readonly error?: { readonly code: number; readonly message: string };
  /** What its answers are, where they are a file. */
  readonly file?: string;
}

/** Undefined where there is no such batch. */
export function batchEnd(world: World, name: string): BatchStanding | undefined {
  const stored = world.state.find('batches', name);
  if (!stored) return undefined;
  const batch = batchOf(stored);
  const progress = progressOf(batch, name, world.time.now());
  const { state, endedAt, error } = progress;
  // With an end that is not known yet, somebody looks again when it comes.
  if (endedAt === undefined) return { at: progressOf(batch, name, Infinity).endedAt ?? Infinity };
  return {
    ...{ at: endedAt, state },
    ...(error && { error: { code: Number(error.code), message: textAt(error, 'message') } }),
    ...(batch.isFile && hasOutput(progress) && { file: responsesFileOf(name) }),
  };
}

/** A batch as the resource that a change of it answers, in the version that asks. */
export function shownResource(world: World, stored: Stored): JsonObject {
  const progress = progressOf(batchOf(stored), stored.name, world.time.now());
  return resourceOf(world, stored, progress, undefined);
}

/** In the order in which the service writes it. */
function resourceOf(
  { time }: World,
  stored: Stored,
  { state, completed, changedAt, endedAt, error }: BatchProgress,
  output: JsonObject | undefined,
): JsonObject {
  const { total, work, createdAt } = batchOf(stored);
  const unserved = total - completed;
  // What a cancelled batch did not get to counts as failed, where the rest has answers.
  const isCut = state === 'BATCH_STATE_CANCELLED' && error === undefined;
  const { createTime, updateTime: _before, ...fields } = stored.resource;
  const before = textAt(stored.resource, 'updateTime');
  const changed = time.stamp(Math.max(changedAt, createdAt));
  return {
    ...fields,
    ...(output ? { output } : {}),
    createTime: createTime ?? time.stamp(createdAt),
    ...(endedAt === undefined ? {} : { endTime: time.stamp(endedAt) }),
    // Stamps of one form compare as they follow each other.
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

/** The service leaves out what is zero. */
function count(name: string, value: number): JsonObject {
  return value === 0 ? {} : { [name]: String(value) };
}

function shownOutput(world: World, name: string, isFile: boolean): JsonObject {
  if (isFile) return { responsesFile: responsesFileOf(name) };
  const all: JsonValue[] = [];
  for (const block of contentBlocks(world, outputOf(name, false))) {
    for (const line of linesOf(block)) all.push(JSON.parse(line) as JsonValue);
  }
  return { inlinedResponses: { inlinedResponses: all } };
}
