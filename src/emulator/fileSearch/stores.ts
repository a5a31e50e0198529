import type { Message } from '../../api/schema/infer';
import { limitProblems } from '../../api/schema/limits';
import type { MessageName } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import type { Edition } from '../../api/versions';
import { type Handler, type HandlerRows, singleReply } from '../call';
import { statePage } from '../paging';
import { claimName, removeWithChildren } from '../records';
import { refuseProblems, StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';
import {
  removeMedia,
  requireInStore,
  requireStore,
  toDocumentResource,
  toOperationResource,
  toStoreResource,
} from './storeResources';

type FileSearchStore = Message<'FileSearchStore'>;

/** Default of the live API. */
const DEFAULT_MODEL = 'models/gemini-embedding-001';

const EMBEDDING_MODEL = /^models\/[^/]*embedding[^/]*$/;

const createStore: Handler = (call, world) => {
  const { displayName = '', embeddingModel = '' } = call.body as FileSearchStore;
  checkLimits('FileSearchStore', call.version, call.body);
  if (embeddingModel !== '' && !EMBEDDING_MODEL.test(embeddingModel)) {
    const at = '* FileSearchStore.embedding_model';
    throw new StatusError(400, `${at}: must be a model that embeds, such as ${DEFAULT_MODEL}\n`);
  }
  return singleReply(addStore(world, { displayName, embeddingModel }));
};

/** Creates a store and returns its resource. @param id default: derived from the display name. */
export function addStore(
  world: HandlerContext,
  store: {
    readonly displayName: string;
    readonly embeddingModel?: string;
    readonly id?: string;
    readonly at?: number;
  },
): JsonObject & { readonly name: string } {
  const { displayName, embeddingModel = '', id, at } = store;
  const given = id === undefined ? undefined : `fileSearchStores/${id}`;
  const name = claimName(world, { kind: 'fileSearchStores', parent: '', given, displayName });
  const stamp = world.time.stamp(at);
  const resource = {
    name,
    ...(displayName !== '' && { displayName }),
    createTime: stamp,
    updateTime: stamp,
    embeddingModel: embeddingModel === '' ? DEFAULT_MODEL : embeddingModel,
  };
  world.state.insert('fileSearchStores', { name, parent: '', resource, hidden: {} });
  return resource;
}

const getStore: Handler = (call, world) =>
  singleReply(toStoreResource(world, requireStore(world, call.path.name ?? '')));

const listStores: Handler = (call, world) => {
  const { items, ...next } = statePage(call, world, 'fileSearchStores', '');
  return singleReply({
    fileSearchStores: items.map((one) => toStoreResource(world, one)),
    ...next,
  });
};

const deleteStore: Handler = (call, world) => {
  removeWithChildren(world, 'fileSearchStores', requireStore(world, call.path.name ?? ''), {
    children: 'documents',
    noun: 'FileSearchStore',
    isForced: call.query.force === true,
  });
  return singleReply({});
};

const getStoreDocument: Handler = (call, world) =>
  singleReply(toDocumentResource(world, requireInStore(world, 'documents', call.path.name ?? '')));

const listStoreDocuments: Handler = (call, world) => {
  const { name } = requireStore(world, call.path.parent ?? '');
  const { items, ...next } = statePage(call, world, 'documents', name);
  return singleReply({ documents: items.map((one) => toDocumentResource(world, one)), ...next });
};

/** Documents with chunks can only be deleted with `force`. */
const deleteStoreDocument: Handler = (call, world) => {
  const document = requireInStore(world, 'documents', call.path.name ?? '');
  removeWithChildren(world, 'documents', document, {
    children: 'chunks',
    noun: 'Document',
    isForced: call.query.force === true,
  });
  removeMedia(world, document.name);
  return singleReply({});
};

const getStoreOperation: Handler = (call, world) =>
  singleReply(
    toOperationResource(world, requireInStore(world, 'operations', call.path.name ?? '')),
  );

/**
 * Throws 400 if a body exceeds the published limits of its message. The error message isn't
 * published.
 */
export function checkLimits(message: MessageName, version: Edition, body: JsonObject): void {
  const problems = limitProblems(message, version, body);
  refuseProblems(problems.map(({ field, description }) => `* ${message}.${field}: ${description}`));
}

export const storeHandlers = {
  'fileSearchStores.create': createStore,
  'fileSearchStores.delete': deleteStore,
  'fileSearchStores.get': getStore,
  'fileSearchStores.list': listStores,
  'fileSearchStores.documents.delete': deleteStoreDocument,
  'fileSearchStores.documents.get': getStoreDocument,
  'fileSearchStores.documents.list': listStoreDocuments,
  'fileSearchStores.operations.get': getStoreOperation,
  'fileSearchStores.upload.operations.get': getStoreOperation,
} as const satisfies HandlerRows;
