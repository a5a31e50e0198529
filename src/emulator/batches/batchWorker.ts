import { setImmediate } from 'node:timers/promises';
import type { OperationId } from '../../api/operations';
import { systemClock } from '../../base/clock';
import { textAt } from '../../base/json';
import {
  addContent,
  contentBlock,
  contentBlocks,
  linesOf,
  removeContent,
  sha256Of,
} from '../fileContent';
import { storeFile } from '../fileStore';
import { timeOf } from '../pace';
import type { Stored } from '../state';
import { ServerTime, type HandlerContext } from '../handlerContext';
import { processItem, readLine } from './batchItems';
import { type Batch, batchOf, hasOutput, withHiddenState, batchProgress } from './batch';
import { inputOf, outputOf, responsesFileOf } from './batchResource';

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
