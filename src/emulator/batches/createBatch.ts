import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { type Call, type Handler, type HandlerRows, type Reply, singleReply } from '../call';
import { addContent, contentBlocks, linesOf, wholeLines } from '../fileContent';
import { requireActiveFile } from '../files';
import { nameIn } from '../records';
import type { Stored } from '../state';
import { badFields, StatusError } from '../status';
import { triggerArgument, type Trigger, triggersIn } from '../triggers';
import { tunedSeed } from '../tuning/tunedModels';
import { watchJob } from '../jobs';
import type { HandlerContext } from '../handlerContext';
import {
  type Batch,
  type BatchKind,
  QUEUE_TIME,
  batchOf,
  batchProgress,
  batchSpeed,
  withHiddenState,
} from './batch';
import { inputOf, toBatchResource } from './batches';

/** Limit of concurrent batches per project (API documentation). */
const MAX_CONCURRENT = 100;

const ID_LENGTH = 36;

const FAIL = 'fail-batch';
const SLOW = 'slow-batch';
const FAILS_AFTER = 0.4;

/** `google.rpc.Code`. */
const INVALID_ARGUMENT = 3;
const INTERNAL = 13;

const createGenerateBatch: Handler = (call, world) => create(call, world, 'generate');
const createEmbedBatch: Handler = (call, world) => create(call, world, 'embed');

type RequestedBatch = Message<'GenerateContentBatch'> | Message<'EmbedContentBatch'>;

function create(call: Call, world: HandlerContext, kind: BatchKind): Reply {
  const model = call.path.model ?? '';
  const isTuned = model.startsWith('tunedModels/');
  const seed = isTuned
    ? tunedSeed(call, world)
    : world.models.require(model, call.version, call.row);
  const { batch: wanted = {} } = call.body as { readonly batch?: RequestedBatch };
  const source = readSource(call, world, wanted);
  requireRoomForBatch(world);
  const stored = insertBatch(world, {
    kind,
    call,
    source,
    at: world.time.now(),
    model: seed.model.name,
    displayName: wanted.displayName ?? '',
    fields: restoreBody(wanted),
  });
  return singleReply(toBatchResource(world, stored));
}

function restoreBody({ priority, ...others }: RequestedBatch): JsonObject {
  const { webhookConfig }: Message<'GenerateContentBatch'> = others;
  return {
    ...(priority === undefined ? {} : { priority }),
    ...(webhookConfig === undefined ? {} : { webhookConfig: { ...webhookConfig } }),
  };
}

interface Source {
  readonly blocks: Iterable<Buffer>;
  readonly fileName?: string;
}

/**
 * Returns the input of a batch. Throws 400 if there is none, or the usual errors for an unusable
 * file.
 */
function readSource(call: Call, world: HandlerContext, { inputConfig }: RequestedBatch): Source {
  const { requests, fileName } = inputConfig ?? {};
  if (fileName !== undefined) {
    const file = requireActiveFile(call, world, fileName);
    if (!file) throw badFields(['* InputConfig.file_name: must have the form files/{id}']);
    const name = file.name ?? '';
    return { blocks: wholeLines(contentBlocks(world, name)), fileName: name };
  }
  if (!requests) {
    const problem = "required oneof field 'source' must have one initialized field";
    throw badFields([`* InputConfig.source: ${problem}`]);
  }
  return { blocks: inlineLines(requests.requests ?? []) };
}

export function* inlineLines(requests: readonly JsonObject[]): Generator<Buffer, void, undefined> {
  for (const request of requests) yield Buffer.from(`${JSON.stringify(request)}\n`);
}

/** The error message isn't published; the status matches other limits. */
function requireRoomForBatch(world: HandlerContext): void {
  const now = world.time.now();
  const running = world.state
    .list('batches', '')
    .filter((one) => batchProgress(batchOf(one), one.name, now).endedAt === undefined);
  if (running.length < MAX_CONCURRENT) return;
  throw new StatusError(429, `The limit of ${MAX_CONCURRENT} concurrent batches has been reached.`);
}

interface NewBatch {
  readonly kind: BatchKind;
  readonly call: Pick<Call, 'version' | 'caller'> & Partial<Pick<Call, 'origin'>>;
  readonly source: Source;
  /** Requests per second. Default: the global batch speed. */
  readonly rate?: number;
  readonly model: string;
  readonly displayName: string;
  readonly fields?: JsonObject;
  /** Creation time in ms since 1970. */
  readonly at: number;
  /** Default: random ID. */
  readonly id?: string;
  readonly isSeeded?: true;
}

export function insertBatch(world: HandlerContext, wanted: NewBatch): Stored {
  const { kind, call, source, model, displayName, fields = {}, at } = wanted;
  const triggers = triggersIn(displayName);
  const ownRate = wanted.rate ?? rateIn(triggers);
  const name = nameIn('', 'batches', wanted.id ?? world.ids.random(ID_LENGTH));
  world.visibility.created(name);
  const total = keepLines(world, inputOf(name), source.blocks);
  const failure = failureOf(source, total, triggers);
  const batch: Batch = {
    kind,
    version: call.version,
    caller: call.caller,
    createdAt: at,
    ...(call.origin !== '' && { origin: call.origin }),
    total,
    pace: [{ at: at + QUEUE_TIME, step: 0, rate: ownRate ?? batchSpeed(world) }],
    isPaced: ownRate !== undefined,
    isFile: source.fileName !== undefined,
    ...(wanted.isSeeded && { isSeeded: true }),
    ...(failure ? { failure } : {}),
    work: { block: 0, line: 0, succeeded: 0, failed: 0, bytes: 0, isOver: false },
  };
  const stamp = world.time.stamp(at);
  const resource: JsonObject = {
    model,
    displayName,
    ...(source.fileName === undefined ? {} : { inputConfig: { fileName: source.fileName } }),
    createTime: stamp,
    updateTime: stamp,
    ...fields,
  };
  const record = { name, parent: '', resource, hidden: withHiddenState(batch) };
  const stored = world.state.insert('batches', record);
  if (!stored) throw new Error(`There is a ${name} already.`);
  const { webhookConfig: told }: Message<'GenerateContentBatch'> = fields;
  const { uris = [], userMetadata: metadata } = told ?? {};
  const targets = { uris, ...(metadata && { metadata }) };
  watchJob(world, { kind: 'batches', name, ...(uris.length > 0 && { targets }) });
  return stored;
}

function keepLines(world: HandlerContext, owner: string, blocks: Iterable<Buffer>): number {
  let count = 0;
  const counted = function* (): Generator<Buffer, void, undefined> {
    for (const block of blocks) {
      count += linesOf(block).length;
      yield block;
    }
  };
  addContent(world, owner, counted());
  return count;
}

function rateIn(triggers: readonly Trigger[]): number | undefined {
  const asked = Number(triggerArgument(triggers, SLOW) ?? Number.NaN);
  return Number.isFinite(asked) && asked >= 0 ? asked : undefined;
}

function failureOf(
  { fileName }: Source,
  total: number,
  triggers: readonly Trigger[],
): Batch['failure'] {
  if (total === 0) {
    const message = `The input file ${fileName ?? ''} has no lines that can be read.`;
    return { after: 0, error: { code: INVALID_ARGUMENT, message } };
  }
  if (triggerArgument(triggers, FAIL) === undefined) return undefined;
  const after = Math.ceil(total * FAILS_AFTER);
  const message = `The batch failed after ${after} of ${total} requests, as requested by its display name.`;
  return { after, error: { code: INTERNAL, message } };
}

export const batchCreationHandlers = {
  'models.batchGenerateContent': createGenerateBatch,
  'models.asyncBatchEmbedContent': createEmbedBatch,
  'tunedModels.batchGenerateContent': createGenerateBatch,
  'tunedModels.asyncBatchEmbedContent': createEmbedBatch,
} as const satisfies HandlerRows;
