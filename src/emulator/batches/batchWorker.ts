import { setImmediate } from 'node:timers/promises';
import { canonicalNumber } from '../../api/errors/decode';
import { type OperationId, operationRow } from '../../api/operations';
import type { MessageName } from '../../api/schema/messages';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { parseRequest } from '../../api/schema/validate';
import { systemClock } from '../../base/clock';
import { errorCode, errorMessage } from '../../base/errors';
import { isObject, textAt } from '../../base/json';
import type { Call, Handler } from '../call';
import { embedContent, generateContent } from '../engine/index';
import {
  addContent,
  contentBlock,
  contentBlocks,
  linesOf,
  removeContent,
  sha256Of,
} from '../fileContent';
import { storeFile } from '../fileStore';
import { isTooDeep, rejectDeep, toWire } from '../http/index';
import { findScript, handleCall, unmatchedError } from '../mockReply';
import { timeOf } from '../jobs';
import type { Stored } from '../state';
import { type HandlerContext, reportFault, ServerTime } from '../handlerContext';
import { badRequest, refuseProblems, StatusError } from '../status';
import { tunedGenerateContent } from '../tuning/tunedModels';
import {
  type Batch,
  type BatchKind,
  batchOf,
  batchProgress,
  hasOutput,
  withHiddenState,
} from './batch';
import { inputOf, outputOf, responsesFileOf } from './batches';

// Batches run lazily: a request that reads a batch first does the work that is due, in slices.

/** Requests per slice. Other HTTP requests run between slices. */
const PIECE = 100;

/** `google.rpc.Code`. */
const CANCELLED = 1;
const INVALID_ARGUMENT = 3;

export function showsBatches(operation: OperationId): boolean {
  return operation.startsWith('batches.') || operation.startsWith('files.');
}

// Use a single worker per world, so that no slice runs twice.
const running = new WeakMap<HandlerContext, Promise<void>>();

export function catchUp(world: HandlerContext): Promise<void> {
  const work = (running.get(world) ?? Promise.resolve()).then(() => processBatches(world));
  running.set(
    world,
    work.catch(() => undefined),
  );
  return work;
}

async function processBatches(world: HandlerContext): Promise<void> {
  const failures: unknown[] = [];
  for (const { name } of world.state.list('batches', '')) {
    try {
      while (world.state.transaction(() => processBatch(world, name))) await setImmediate();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Runs one slice of the work that is due. Returns whether there is more. */
function processBatch(world: HandlerContext, name: string): boolean {
  const stored = world.state.find('batches', name);
  if (!stored || batchOf(stored).work.isOver) return false;
  const batch = batchOf(stored);
  const progress = batchProgress(batch, name, world.time.now());
  const done = batch.work.succeeded + batch.work.failed;
  if (done < progress.completed) {
    update(world, name, answerPiece(world, stored, progress.completed - done));
    return true;
  }
  if (progress.endedAt === undefined) return false;
  const left = batch.total - done;
  if (hasOutput(progress) && left > 0) {
    update(world, name, cancelPiece(world, stored, left));
    return true;
  }
  finish(world, stored, progress.endedAt, hasOutput(progress));
  return false;
}

function update(world: HandlerContext, name: string, batch: Batch): void {
  world.state.update('batches', name, { hidden: withHiddenState(batch) });
}

/** Runs up to `most` requests. Fails the complete batch if a line can't be parsed. */
function answerPiece(world: HandlerContext, stored: Stored, most: number): Batch {
  const batch = batchOf(stored);
  const { work } = batch;
  const model = textAt(stored.resource, 'model');
  const then = contextAt(world, batch, work.succeeded + work.failed);
  let { succeeded, failed } = work;
  const answers: string[] = [];
  const { lines, isLast } = nextLines(world, stored.name, batch, most);
  for (const line of lines) {
    const read = readLine(line);
    if (!read) {
      const after = succeeded + failed;
      const message = `Line ${after + 1} of the input file is not a JSON object with a request.`;
      const failure = { after, error: { code: INVALID_ARGUMENT, message } };
      const failing = { ...batch, failure };
      return written(world, stored, failing, { answers, succeeded, failed, isLast: false });
    }
    const answer = processItem(then, batch, model, read.request);
    if ('error' in answer) failed += 1;
    else succeeded += 1;
    answers.push(JSON.stringify({ ...read.back, ...answer }));
  }
  return written(world, stored, batch, { answers, succeeded, failed, isLast });
}

function cancelPiece(world: HandlerContext, stored: Stored, most: number): Batch {
  const batch = batchOf(stored);
  const error = {
    code: CANCELLED,
    message: 'The batch was cancelled before this request was done.',
  };
  const { lines, isLast } = nextLines(world, stored.name, batch, most);
  const answers = lines.map((line) => JSON.stringify({ ...readLine(line)?.back, error }));
  const { succeeded, failed: before } = batch.work;
  const failed = before + lines.length;
  return written(world, stored, batch, { answers, succeeded, failed, isLast });
}

interface Piece {
  readonly answers: readonly string[];
  readonly succeeded: number;
  readonly failed: number;
  readonly isLast: boolean;
}

function written(
  world: HandlerContext,
  { name }: Stored,
  batch: Batch,
  { answers, succeeded, failed, isLast }: Piece,
): Batch {
  const { work, isFile } = batch;
  const block = Buffer.from(answers.map((answer) => `${answer}\n`).join(''));
  addContent(world, outputOf(name, isFile), [block]);
  const line = work.line + answers.length;
  const place = isLast ? { block: work.block + 1, line: 0 } : { block: work.block, line };
  const bytes = work.bytes + block.length;
  return { ...batch, work: { ...work, succeeded, failed, ...place, bytes } };
}

function nextLines(
  world: HandlerContext,
  name: string,
  { work: { block, line } }: Batch,
  most: number,
): { readonly lines: readonly string[]; readonly isLast: boolean } {
  const all = linesOf(contentBlock(world, inputOf(name), block) ?? Buffer.alloc(0));
  const end = Math.min(all.length, line + Math.min(PIECE, most));
  return { lines: all.slice(line, end), isLast: end === all.length };
}

function finish(world: HandlerContext, stored: Stored, endedAt: number, isShown: boolean): void {
  const { name } = stored;
  const batch = batchOf(stored);
  removeContent(world, inputOf(name));
  const output = outputOf(name, batch.isFile);
  if (!isShown) removeContent(world, output);
  else if (batch.isFile) {
    storeFile(world, {
      name: responsesFileOf(name),
      displayName: '',
      createdAt: endedAt,
      content: {
        mimeType: 'application/jsonl',
        bytes: batch.work.bytes,
        sha256: sha256Of(contentBlocks(world, output)),
        isGenerated: true,
      },
      processing: { endsAt: endedAt, outcome: 'ACTIVE' },
    });
  }
  update(world, name, { ...batch, work: { ...batch.work, isOver: true } });
}

/** Returns the world at the time of the batch, in which resources that have since expired are still valid. */
function contextAt(world: HandlerContext, batch: Batch, step: number): HandlerContext {
  const at = Math.min(world.time.now(), timeOf(batch.pace, step + 1));
  return { ...world, time: new ServerTime(systemClock, at) };
}

/** `google.rpc.Code`. */
const INTERNAL = 13;

interface ItemHandler {
  readonly operation: OperationId;
  readonly handler: Handler;
}

const itemHandlers: { readonly [K in BatchKind]: ItemHandler } = {
  generate: { operation: 'models.generateContent', handler: generateContent },
  embed: { operation: 'models.embedContent', handler: embedContent },
};

const tuned: ItemHandler = {
  operation: 'tunedModels.generateContent',
  handler: tunedGenerateContent,
};

/** The result of one batch request: its response or the error of the equivalent single request. */
type BatchItemResult = { readonly response: JsonObject } | { readonly error: JsonObject };

/** Runs one batch request. @param model resource name of the model of the batch. */
function processItem(
  world: HandlerContext,
  { kind, version, caller, isSeeded, origin = '' }: Batch,
  model: string,
  request: JsonValue,
): BatchItemResult {
  const isTuned = kind === 'generate' && model.startsWith('tunedModels/');
  const { operation, handler } = isTuned ? tuned : itemHandlers[kind];
  const row = operationRow(operation);
  try {
    rejectDeep(request);
    const message = row.body as MessageName;
    const { value, violations, problems } = parseRequest(message, version, request);
    if (violations.length > 0) throw badRequest(violations);
    refuseProblems(problems);
    const call: Call = {
      operation,
      row,
      version,
      caller,
      path: { model },
      query: {},
      isMedia: false,
      body: value as JsonObject,
      origin,
    };
    const asked = { ...call, script: isSeeded ? undefined : findScript(call, world) };
    const miss = unmatchedError(asked, world);
    if (miss) throw miss;
    const { steps, accident, isVerbatim } = handleCall(handler, asked, world);
    if (accident?.kind === 'error') throw accident.error;
    const [step] = steps;
    if (accident !== undefined || !step) throw new StatusError(500, 'Internal error encountered.');
    return {
      response: isVerbatim ? step.message : toWire(row.response, version, step.message),
    };
  } catch (error) {
    if (error instanceof StatusError) return { error: rpcStatus(error) };
    // Storage errors may be temporary: rethrow them so that the request is retried.
    if (errorCode(error) === 'ERR_SQLITE_ERROR') throw error;
    // After an internal emulator error, the batch's other requests still run.
    reportFault(world, error);
    const debug = {
      '@type': 'type.googleapis.com/google.rpc.DebugInfo',
      detail: errorMessage(error),
    };
    return { error: { code: INTERNAL, message: 'Internal error encountered.', details: [debug] } };
  }
}

function rpcStatus({ status, message, details }: StatusError): JsonObject {
  const code = canonicalNumber(status);
  return { code, message, ...(details.length > 0 ? { details } : {}) };
}

/** A batch line: the request, and the fields that are copied to the output line. */
interface BatchLine {
  readonly request: JsonObject;
  readonly back: JsonObject;
}

/** Parses a line. Undefined if it isn't a JSON object with a request. */
function readLine(line: string): BatchLine | undefined {
  const json = parsed(line);
  if (!isObject(json)) return undefined;
  const { request, key, metadata } = json;
  if (!isObject(request) || isTooDeep([key, metadata])) return undefined;
  const back = {
    ...(key === undefined ? {} : { key }),
    ...(metadata === undefined ? {} : { metadata }),
  };
  return { request, back };
}

function parsed(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line) as JsonValue;
  } catch {
    return undefined;
  }
}
