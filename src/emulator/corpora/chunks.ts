import { operationRow } from '../../api/operations';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { requireRole, type Role } from '../access';
import { type Call, type Handler, single } from '../call';
import { pack, packFailure, readiness, vectorOf } from '../embedder';
import { statePage } from '../paging';
import { type Patch, patched, patchOf } from '../patch';
import { claimName, limits, requireRecord, requireRoom } from '../records';
import type { Stored } from '../state';
import { badFields, refuseProblems, type StatusError } from '../status';
import { countTokens } from '../text';
import type { World } from '../world';

type Chunk = Message<'Chunk'>;

export const createChunk: Handler = (call, world) => {
  const parent = requireDocument(call, world, 'WRITER');
  requireRoomForChunks(world, parent, 1);
  return single(addChunk(world, parent, 'Chunk', call.body));
};

export const getChunk: Handler = (call, world) => {
  const stored = requireChunk(call, world, call.path.name ?? '', 'READER');
  return single(shownChunk(stored, world.time.now()));
};

export const listChunks: Handler = (call, world) => {
  const parent = requireDocument(call, world, 'READER');
  const now = world.time.now();
  const { items, ...next } = statePage(call, world, 'chunks', parent);
  return single({ chunks: items.map((stored) => shownChunk(stored, now)), ...next });
};

export const patchChunk: Handler = (call, world) => {
  const stored = requireChunk(call, world, call.path['chunk.name'] ?? '', 'WRITER');
  return single(changeChunk(world, stored, 'Chunk', patchOf(call)));
};

export const deleteChunk: Handler = (call, world) => {
  const { name } = requireChunk(call, world, call.path.name ?? '', 'WRITER');
  world.state.remove('chunks', name);
  return single({});
};

// A batch is all or nothing: what was done before one of it is refused is undone with the transaction
// that every call is answered in.

export const batchCreateChunks: Handler = (call, world) => {
  const parent = requireDocument(call, world, 'WRITER');
  const requests = requestsOf<Message<'CreateChunkRequest'>>(call);
  requireRoomForChunks(world, parent, requests.length);
  const chunks = requests.map((request, index) => {
    if (request.parent !== parent) throw foreignName(call, index, 'parent', `must be ${parent}`);
    return addChunk(world, parent, `${requestPath(call, index)}.chunk`, request.chunk ?? {});
  });
  return single({ chunks });
};

export const batchUpdateChunks: Handler = (call, world) => {
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
  return single({ chunks });
};

export const batchDeleteChunks: Handler = (call, world) => {
  const parent = requireDocument(call, world, 'WRITER');
  for (const [index, { name = '' }] of requestsOf<Message<'DeleteChunkRequest'>>(call).entries()) {
    if (!isIn(parent, name)) throw foreignName(call, index, 'name', `must be a chunk of ${parent}`);
    world.state.remove('chunks', requireRecord(world, 'chunks', name).name);
  }
  return single({});
};

/** Throws 400 for more than 100: published for creating and updating, assumed for deleting. */
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

/** The name of the document that is a call's parent. Throws 403 for its corpus, 404 for itself. */
function requireDocument(call: Call, world: World, role: Role): string {
  const name = call.path.parent ?? '';
  requireRole(call, world, name, role);
  return requireRecord(world, 'documents', name).name;
}

function requireChunk(call: Call, world: World, name: string, role: Role): Stored {
  requireRole(call, world, name, role);
  return requireRecord(world, 'chunks', name);
}

/** Throws 429 where the corpus of a document can't take so many more. */
function requireRoomForChunks(world: World, document: string, more: number): void {
  const corpus = document.slice(0, document.indexOf('/documents/'));
  const count = world.state.countBelow('chunks', corpus);
  requireRoom(count, more, limits.chunksPerCorpus, 'chunks per corpus');
}

/**
 * Stores a new chunk, and gives it as it is shown. Throws 400 and 409 for a wrong one.
 * @param at where it stands in the request, such as `Chunk`.
 */
function addChunk(world: World, parent: string, at: string, chunk: JsonObject): JsonObject {
  checkChunk(at, chunk);
  const name = claimName(world, { kind: 'chunks', parent, given: (chunk as Chunk).name });
  const now = world.time.now();
  const createTime = world.time.stamp(now);
  const resource = { ...chunk, name, createTime, updateTime: createTime };
  const vector = chunkVector(resource, now);
  const record = { name, parent, resource, hidden: {}, vector };
  world.state.insert('chunks', record);
  return shownChunk({ seq: 0, ...record }, now);
}

/** Changes a chunk, and gives it as it is shown. New data is processed anew. */
function changeChunk(world: World, stored: Stored, at: string, patch: Patch): JsonObject {
  const resource = patched(world, stored, patch);
  checkChunk(at, resource);
  const now = world.time.now();
  const isSame = JSON.stringify(resource.data) === JSON.stringify(stored.resource.data);
  const vector = isSame ? stored.vector : chunkVector(resource, now);
  world.state.update('chunks', stored.name, { resource, vector });
  return shownChunk({ ...stored, resource, vector }, now);
}

function checkChunk(at: string, chunk: JsonObject): void {
  refuseProblems(chunkProblems(at, chunk));
}

/** How long a new text takes until it is searched, in milliseconds of the service's time. */
export const PROCESSING_MS = 1000;

/** Numbers of a stored vector: half of a whole embedding, in a quarter of its bytes each. */
export const STORED_SIZE = 384;

/** Written in a chunk, it makes its processing fail. */
const FAIL = '[[fail]]';

/**
 * What a search compares, for a chunk whose text was set now.
 * @param embedText how its text is embedded, where it will be again.
 */
export function chunkVector(chunk: JsonObject, now: number, embedText = vectorOf): Uint8Array {
  const text = (chunk as Chunk).data?.stringValue ?? '';
  const readyAt = now + PROCESSING_MS;
  return text.includes(FAIL) ? packFailure(readyAt) : pack(embedText(text, STORED_SIZE), readyAt);
}

/** A chunk as it is shown: its state follows from the time. */
export function shownChunk({ resource, vector }: Stored, now: number): JsonObject {
  const { at, isFailure } = vector ? readiness(vector) : { at: 0, isFailure: true };
  const done = isFailure ? 'STATE_FAILED' : 'STATE_ACTIVE';
  return { ...resource, state: at > now ? 'STATE_PENDING_PROCESSING' : done };
}

/**
 * What is wrong with a chunk, one bullet each; that data is there was checked before.
 * @param at where it stands, such as `Chunk`.
 */
function chunkProblems(at: string, { data, customMetadata }: Chunk): readonly string[] {
  const problems: string[] = [];
  const text = data?.stringValue;
  if (data && text === undefined) {
    problems.push(`* ${at}.data.data: required oneof field 'data' must have one initialized field`);
  }
  // Not published; there is nothing to search in it.
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
 * What is wrong with custom metadata, one bullet each; empty where nothing is. That a key is there was
 * checked before.
 * @param at where it stands, such as `Chunk`.
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
