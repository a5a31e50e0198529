import type { JsonObject } from '../../api/schema/row';
import { requireRole, type Role } from '../access';
import { statePage } from '../paging';
import { single, type Call, type Handler } from '../reply';
import { limits, requireRoom } from '../resources/limits';
import type { Patch } from '../resources/mask';
import { claimName } from '../resources/naming';
import { requireRecord } from '../resources/read';
import { patched, patchOf } from '../resources/update';
import { chunkProblems, chunkVector, shownChunk, type Chunk } from '../retrieval/chunk';
import type { Stored } from '../state/state';
import { badFields } from '../status';
import type { World } from '../world';

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

/** The name of the document that is a call's parent. Throws 403 for its corpus, 404 for itself. */
export function requireDocument(call: Call, world: World, role: Role): string {
  const name = call.path.parent ?? '';
  requireRole(call, world, name, role);
  return requireRecord(world, 'documents', name).name;
}

function requireChunk(call: Call, world: World, name: string, role: Role): Stored {
  requireRole(call, world, name, role);
  return requireRecord(world, 'chunks', name);
}

/** Throws 429 where the corpus of a document can't take so many more. */
export function requireRoomForChunks(world: World, document: string, more: number): void {
  const corpus = document.slice(0, document.indexOf('/documents/'));
  const count = world.state.countBelow('chunks', corpus);
  requireRoom(count, more, limits.chunksPerCorpus, 'chunks per corpus');
}

/**
 * Stores a new chunk, and gives it as it is shown. Throws 400 and 409 for a wrong one.
 * @param at where it stands in the request, such as `Chunk`.
 */
export function addChunk(world: World, parent: string, at: string, chunk: JsonObject): JsonObject {
  check(at, chunk);
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
export function changeChunk(world: World, stored: Stored, at: string, patch: Patch): JsonObject {
  const resource = patched(world, stored, patch);
  check(at, resource);
  const now = world.time.now();
  const isSame = JSON.stringify(resource.data) === JSON.stringify(stored.resource.data);
  const vector = isSame ? stored.vector : chunkVector(resource, now);
  world.state.update('chunks', stored.name, { resource, vector });
  return shownChunk({ ...stored, resource, vector }, now);
}

function check(at: string, chunk: JsonObject): void {
  const problems = chunkProblems(at, chunk);
  if (problems.length > 0) throw badFields(problems);
}
