import { operationRow } from '../../api/operations';
import type { Message } from '../../api/schema/infer';
import { single, type Call, type Handler } from '../reply';
import { limits } from '../resources/limits';
import { requireRecord } from '../resources/read';
import type { StatusError } from '../status';
import { badFields } from '../status';
import { addChunk, changeChunk, requireDocument, requireRoomForChunks } from './chunks';

// A batch is all or nothing: what was done before one of it is refused is undone with the transaction
// that every call is answered in.

export const batchCreateChunks: Handler = (call, world) => {
  const parent = requireDocument(call, world, 'WRITER');
  const requests = requestsOf<Message<'CreateChunkRequest'>>(call);
  requireRoomForChunks(world, parent, requests.length);
  const chunks = requests.map((request, index) => {
    if (request.parent !== parent) throw foreign(call, index, 'parent', `must be ${parent}`);
    return addChunk(world, parent, `${pathOf(call, index)}.chunk`, request.chunk ?? {});
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
      throw foreign(call, index, 'chunk.name', `must be a chunk of ${parent}`);
    const stored = requireRecord(world, 'chunks', name);
    return changeChunk(world, stored, `${pathOf(call, index)}.chunk`, {
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
    if (!isIn(parent, name)) throw foreign(call, index, 'name', `must be a chunk of ${parent}`);
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

function pathOf(call: Call, index: number): string {
  return `${call.row.body ?? ''}.requests[${index}]`;
}

function foreign(call: Call, index: number, field: string, problem: string): StatusError {
  return badFields([`* ${pathOf(call, index)}.${field}: ${problem}`]);
}
