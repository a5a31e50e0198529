import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { requireRole } from '../access';
import { statePage } from '../paging';
import { single, type Handler } from '../reply';
import { checkDisplayName, limits, requireRoom } from '../resources/limits';
import { claimName } from '../resources/naming';
import { requireRecord } from '../resources/read';
import { removeWithChildren } from '../resources/remove';
import { patched, patchOf } from '../resources/update';
import { metadataProblems } from '../retrieval/metadata';
import { badFields } from '../status';

export const createDocument: Handler = (call, world) => {
  const parent = requireRole(call, world, call.path.parent ?? '', 'WRITER').name;
  check(call.body);
  const { name: given, displayName } = call.body as Message<'Document'>;
  const name = claimName(world, { kind: 'documents', parent, given, displayName });
  const count = world.state.count('documents', parent);
  requireRoom(count, 1, limits.documentsPerCorpus, 'documents per corpus');
  const now = world.time.stamp();
  const resource = { ...call.body, name, updateTime: now, createTime: now };
  world.state.insert('documents', { name, parent, resource, hidden: {} });
  return single(resource);
};

export const getDocument: Handler = (call, world) => {
  const name = call.path.name ?? '';
  requireRole(call, world, name, 'READER');
  return single(requireRecord(world, 'documents', name).resource);
};

export const listDocuments: Handler = (call, world) => {
  const parent = requireRole(call, world, call.path.parent ?? '', 'READER').name;
  const { items, ...next } = statePage(call, world, 'documents', parent);
  return single({ documents: items.map(({ resource }) => resource), ...next });
};

export const patchDocument: Handler = (call, world) => {
  const name = call.path['document.name'] ?? '';
  requireRole(call, world, name, 'WRITER');
  const resource = patched(world, requireRecord(world, 'documents', name), patchOf(call));
  check(resource);
  world.state.update('documents', name, { resource });
  return single(resource);
};

export const deleteDocument: Handler = (call, world) => {
  const name = call.path.name ?? '';
  requireRole(call, world, name, 'WRITER');
  removeWithChildren(world, 'documents', requireRecord(world, 'documents', name), {
    children: 'chunks',
    noun: 'Document',
    isForced: call.query.force === true,
  });
  return single({});
};

function check(resource: JsonObject): void {
  const { displayName, customMetadata } = resource as Message<'Document'>;
  checkDisplayName('Document', displayName);
  const problems = metadataProblems('Document', customMetadata);
  if (problems.length > 0) throw badFields(problems);
}
