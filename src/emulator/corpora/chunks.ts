import { operationRow } from '../../api/operations';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { requireRole, type Role } from '../permissions';
import { type Call, type Handler, type HandlerRows, singleReply } from '../call';
import { pack, packFailure, readiness, vectorOf } from '../embedder';
import { statePage } from '../paging';
import { type Patch, applyPatch, parsePatch } from '../patch';
import { claimName, limits, requireRecord, requireRoom } from '../records';
import type { Stored } from '../state';
import { badFields, refuseProblems, type StatusError } from '../status';
import { countTokens } from '../text';
import type { HandlerContext } from '../handlerContext';

type Chunk = Message<'Chunk'>;

const createChunk: Handler = (call, world) => {
  const parent = requireDocument(call, world, 'WRITER');
  requireRoomForChunks(world, parent, 1);
  return singleReply(addChunk(world, parent, 'Chunk', call.body));
};

const getChunk: Handler = (call, world) => {
  const stored = requireChunk(call, world, call.path.name ?? '', 'READER');
  return singleReply(toChunkResource(stored, world.time.now()));
};

const listChunks: Handler = (call, world) => {
  const parent = requireDocument(call, world, 'READER');
  const now = world.time.now();
  const { items, ...next } = statePage(call, world, 'chunks', parent);
  return singleReply({ chunks: items.map((stored) => toChunkResource(stored, now)), ...next });
};

const patchChunk: Handler = (call, world) => {
  const stored = requireChunk(call, world, call.path['chunk.name'] ?? '', 'WRITER');
  return singleReply(changeChunk(world, stored, 'Chunk', parsePatch(call)));
};

const deleteChunk: Handler = (call, world) => {
  const { name } = requireChunk(call, world, call.path.name ?? '', 'WRITER');
  world.state.remove('chunks', name);
  return singleReply({});
};

// Batch methods are atomic: each API call runs in a transaction, which an error rolls back.

const batchCreateChunks: Handler = (call, world) => {
  const parent = requireDocument(call, world, 'WRITER');
  const requests = requestsOf<Message<'CreateChunkRequest'>>(call);
  requireRoomForChunks(world, parent, requests.length);
  const chunks = requests.map((request, index) => {
    if (request.parent !== parent) throw foreignName(call, index, 'parent', `must be ${parent}`);
    return addChunk(world, parent, `${requestPath(call, index)}.chunk`, request.chunk ?? {});
  });
  return singleReply({ chunks });
};

const batchUpdateChunks: Handler = (call, world) => {
  const parent = requireDocument(call, world, 'WRITER');
  const { mask: allowed = [] } = operationRow('corpora.documents.chunks.patch');
  const requests = requestsOf<Message<'UpdateChunkRequest'>>(call);
  const chunks = requests.map(({ chunk = {}, updateMask }, index) => {
    const name = chunk.name ?? '';
    if (!isIn(parent, name))
      throw foreignName(call, index, 'chunk.name', `must be a chunk of ${parent}`);
    const stored = requireRecord(world, 'chunks', name);
    return changeChunk(world, stored, `${requestPath(call, index)}.chunk`, {
      message: 'Chunk',
      version: call.version,
      mask: updateMask,
      isRequired: true,
      allowed,
      change: chunk,
    });
  });
  return singleReply({ chunks });
};

const batchDeleteChunks: Handler = (call, world) => {
  const parent = requireDocument(call, world, 'WRITER');
  for (const [index, { name = '' }] of requestsOf<Message<'DeleteChunkRequest'>>(call).entries()) {
    if (!isIn(parent, name)) throw foreignName(call, index, 'name', `must be a chunk of ${parent}`);
    world.state.remove('chunks', requireRecord(world, 'chunks', name).name);
  }
  return singleReply({});
};

/** Throws 400 for more than 100 requests. Documented for create and update, assumed for delete. */
function requestsOf<T>(call: Call): readonly T[] {
  const requests = (call.body.requests ?? []) as unknown as readonly T[];
  const most = limits.chunksPerBatch;
  if (requests.length <= most) return requests;
  const problem = `at most ${most} requests can be in one batch, and there are ${requests.length}`;
  throw badFields([`* ${call.row.body ?? ''}.requests: ${problem}`]);
}

function isIn(document: string, name: string): boolean {
  return name.startsWith(`${document}/chunks/`);
}

function requestPath(call: Call, index: number): string {
  return `${call.row.body ?? ''}.requests[${index}]`;
}

function foreignName(call: Call, index: number, field: string, problem: string): StatusError {
  return badFields([`* ${requestPath(call, index)}.${field}: ${problem}`]);
}

/** Returns the parent document of a call. Throws 403 for its corpus, 404 for the document. */
function requireDocument(call: Call, world: HandlerContext, role: Role): string {
  const name = call.path.parent ?? '';
  requireRole(call, world, name, role);
  return requireRecord(world, 'documents', name).name;
}

function requireChunk(call: Call, world: HandlerContext, name: string, role: Role): Stored {
  requireRole(call, world, name, role);
  return requireRecord(world, 'chunks', name);
}

/** Throws 429 if the corpus can't store this many more chunks. */
function requireRoomForChunks(world: HandlerContext, document: string, more: number): void {
  const corpus = document.slice(0, document.indexOf('/documents/'));
  const count = world.state.countBelow('chunks', corpus);
  requireRoom(count, more, limits.chunksPerCorpus, 'chunks per corpus');
}

/**
 * Stores a new chunk and returns its resource. Throws 400 or 409 if invalid.
 * @param at field path for errors, such as `Chunk`.
 */
function addChunk(
  world: HandlerContext,
  parent: string,
  at: string,
  chunk: JsonObject,
): JsonObject {
  checkChunk(at, chunk);
  const name = claimName(world, { kind: 'chunks', parent, given: (chunk as Chunk).name });
  const now = world.time.now();
  const createTime = world.time.stamp(now);
  const resource = { ...chunk, name, createTime, updateTime: createTime };
  const vector = chunkVector(resource, now);
  const record = { name, parent, resource, hidden: {}, vector };
  world.state.insert('chunks', record);
  return toChunkResource({ seq: 0, ...record }, now);
}

function changeChunk(world: HandlerContext, stored: Stored, at: string, patch: Patch): JsonObject {
  const resource = applyPatch(world, stored, patch);
  checkChunk(at, resource);
  const now = world.time.now();
  const isSame = JSON.stringify(resource.data) === JSON.stringify(stored.resource.data);
  const vector = isSame ? stored.vector : chunkVector(resource, now);
  world.state.update('chunks', stored.name, { resource, vector });
  return toChunkResource({ ...stored, resource, vector }, now);
}

function checkChunk(at: string, chunk: JsonObject): void {
  refuseProblems(chunkProblems(at, chunk));
}

/** Time in ms of emulator time before new text becomes searchable. */
export const PROCESSING_MS = 1000;

/** Dimensions of a stored vector: half of an embedding, with a quarter of the bytes per number. */
export const STORED_SIZE = 384;

const FAIL = '[[fail]]';

/**
 * Returns the search vector of a chunk whose text was just set.
 * @param embedText cached embedding for unchanged text
 */
export function chunkVector(chunk: JsonObject, now: number, embedText = vectorOf): Uint8Array {
  const text = (chunk as Chunk).data?.stringValue ?? '';
  const readyAt = now + PROCESSING_MS;
  return text.includes(FAIL) ? packFailure(readyAt) : pack(embedText(text, STORED_SIZE), readyAt);
}

export function toChunkResource({ resource, vector }: Stored, now: number): JsonObject {
  const { at, isFailure } = vector ? readiness(vector) : { at: 0, isFailure: true };
  const done = isFailure ? 'STATE_FAILED' : 'STATE_ACTIVE';
  return { ...resource, state: at > now ? 'STATE_PENDING_PROCESSING' : done };
}

/**
 * Returns the problems of a chunk as bullets. The caller has checked that data exists.
 * @param at field path, such as `Chunk`.
 */
function chunkProblems(at: string, { data, customMetadata }: Chunk): readonly string[] {
  const problems: string[] = [];
  const text = data?.stringValue;
  if (data && text === undefined) {
    problems.push(`* ${at}.data.data: required oneof field 'data' must have one initialized field`);
  }
  // Not documented, but empty text can't be searched.
  if (text === '') problems.push(`* ${at}.data.string_value: must not be empty`);
  const tokens = countTokens(text ?? '');
  if (tokens > limits.chunkTokens) {
    const most = `must have at most ${limits.chunkTokens} tokens, and has ${tokens}`;
    problems.push(`* ${at}.data.string_value: ${most}`);
  }
  return [...problems, ...metadataProblems(at, customMetadata)];
}

export type CustomMetadata = Message<'CustomMetadata'>;

/**
 * Returns the problems of custom metadata as bullets. The caller has checked the keys.
 * @param at field path, such as `Chunk`.
 */
export function metadataProblems(
  at: string,
  metadata: readonly CustomMetadata[] = [],
): readonly string[] {
  const path = `* ${at}.custom_metadata`;
  const problems: string[] = [];
  if (metadata.length > limits.customMetadata) {
    problems.push(
      `${path}: must have at most ${limits.customMetadata} entries, and has ${metadata.length}`,
    );
  }
  for (const [index, { stringValue, stringListValue, numericValue }] of metadata.entries()) {
    if (stringValue === undefined && !stringListValue && numericValue === undefined) {
      problems.push(
        `${path}[${index}].value: required oneof field 'value' must have one initialized field`,
      );
    }
    const { length } = stringListValue?.values ?? [];
    if (length > limits.stringListValues) {
      const most = `must have at most ${limits.stringListValues} values, and has ${length}`;
      problems.push(`${path}[${index}].string_list_value.values: ${most}`);
    }
  }
  return problems;
}

export const chunkHandlers = {
  'corpora.documents.chunks.batchCreate': batchCreateChunks,
  'corpora.documents.chunks.batchDelete': batchDeleteChunks,
  'corpora.documents.chunks.batchUpdate': batchUpdateChunks,
  'corpora.documents.chunks.create': createChunk,
  'corpora.documents.chunks.delete': deleteChunk,
  'corpora.documents.chunks.get': getChunk,
  'corpora.documents.chunks.list': listChunks,
  'corpora.documents.chunks.patch': patchChunk,
} as const satisfies HandlerRows;
