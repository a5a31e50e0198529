import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { grantOwner, ownerOf, requireRole } from '../permissions';
import { type Handler, type HandlerRows, singleReply } from '../call';
import { statePage } from '../paging';
import { applyPatch, parsePatch } from '../patch';
import {
  checkDisplayName,
  claimName,
  limits,
  nameIn,
  removeWithChildren,
  requireRecord,
  requireRoom,
} from '../records';
import { refuseProblems } from '../status';
import { metadataProblems } from './chunks';

const createCorpus: Handler = (call, world) => {
  const { name: given, displayName } = call.body as Message<'Corpus'>;
  checkDisplayName('Corpus', displayName);
  const name = claimName(world, { kind: 'corpora', parent: '', given, displayName });
  requireRoom(world.state.count('corpora', ''), 1, limits.corporaPerProject, 'corpora per project');
  const now = world.time.stamp();
  const resource = { ...call.body, name, createTime: now, updateTime: now };
  world.state.insert('corpora', { name, parent: '', resource, hidden: ownerOf(call.caller) });
  grantOwner(world, call.caller, name);
  return singleReply(resource);
};

const getCorpus: Handler = (call, world) =>
  singleReply(requireRole(call, world, call.path.name ?? '', 'READER').resource);

/** Lists the corpora that the caller owns, as documented. Shared corpora are only available by name. */
const listCorpora: Handler = (call, world) => {
  const { owner } = ownerOf(call.caller);
  const { items, ...next } = statePage(
    call,
    world,
    'corpora',
    '',
    (one) => one.hidden.owner === owner,
  );
  return singleReply({ corpora: items.map(({ resource }) => resource), ...next });
};

const patchCorpus: Handler = (call, world) => {
  const stored = requireRole(call, world, call.path['corpus.name'] ?? '', 'WRITER');
  const resource = applyPatch(world, stored, parsePatch(call));
  checkDisplayName('Corpus', (resource as Message<'Corpus'>).displayName);
  world.state.update('corpora', stored.name, { resource });
  return singleReply(resource);
};

const deleteCorpus: Handler = (call, world) => {
  const stored = requireRole(call, world, call.path.name ?? '', 'OWNER');
  const isForced = call.query.force === true;
  removeWithChildren(world, 'corpora', stored, { children: 'documents', noun: 'Corpus', isForced });
  // The live API deletes in the background. Here the deletion and its operation are already done.
  if (isForced) {
    const name = nameIn('', 'operations', world.ids.random());
    const response = { '@type': 'type.googleapis.com/google.protobuf.Empty' };
    const resource = { name, done: true, response };
    world.state.insert('operations', { name, parent: '', resource, hidden: ownerOf(call.caller) });
  }
  return singleReply({});
};

const createDocument: Handler = (call, world) => {
  const parent = requireRole(call, world, call.path.parent ?? '', 'WRITER').name;
  checkDocument(call.body);
  const { name: given, displayName } = call.body as Message<'Document'>;
  const name = claimName(world, { kind: 'documents', parent, given, displayName });
  const count = world.state.count('documents', parent);
  requireRoom(count, 1, limits.documentsPerCorpus, 'documents per corpus');
  const now = world.time.stamp();
  const resource = { ...call.body, name, updateTime: now, createTime: now };
  world.state.insert('documents', { name, parent, resource, hidden: {} });
  return singleReply(resource);
};

const getDocument: Handler = (call, world) => {
  const name = call.path.name ?? '';
  requireRole(call, world, name, 'READER');
  return singleReply(requireRecord(world, 'documents', name).resource);
};

const listDocuments: Handler = (call, world) => {
  const parent = requireRole(call, world, call.path.parent ?? '', 'READER').name;
  const { items, ...next } = statePage(call, world, 'documents', parent);
  return singleReply({ documents: items.map(({ resource }) => resource), ...next });
};

const patchDocument: Handler = (call, world) => {
  const name = call.path['document.name'] ?? '';
  requireRole(call, world, name, 'WRITER');
  const resource = applyPatch(world, requireRecord(world, 'documents', name), parsePatch(call));
  checkDocument(resource);
  world.state.update('documents', name, { resource });
  return singleReply(resource);
};

const deleteDocument: Handler = (call, world) => {
  const name = call.path.name ?? '';
  requireRole(call, world, name, 'WRITER');
  removeWithChildren(world, 'documents', requireRecord(world, 'documents', name), {
    children: 'chunks',
    noun: 'Document',
    isForced: call.query.force === true,
  });
  return singleReply({});
};

function checkDocument(resource: JsonObject): void {
  const { displayName, customMetadata } = resource as Message<'Document'>;
  checkDisplayName('Document', displayName);
  refuseProblems(metadataProblems('Document', customMetadata));
}

export const corpusHandlers = {
  'corpora.create': createCorpus,
  'corpora.delete': deleteCorpus,
  'corpora.get': getCorpus,
  'corpora.list': listCorpora,
  'corpora.patch': patchCorpus,
  'corpora.documents.create': createDocument,
  'corpora.documents.delete': deleteDocument,
  'corpora.documents.get': getDocument,
  'corpora.documents.list': listDocuments,
  'corpora.documents.patch': patchDocument,
} as const satisfies HandlerRows;
