import type { OperationId } from '../api/operations';
import type { JsonObject } from '../api/schema/row';
import {
  createCachedContent,
  deleteCachedContent,
  getCachedContent,
  listCachedContents,
  patchCachedContent,
} from './cachedContents';
import { type Handler, single } from './call';
import {
  batchCreateChunks,
  batchDeleteChunks,
  batchUpdateChunks,
  createChunk,
  createCorpus,
  createDocument,
  deleteChunk,
  deleteCorpus,
  deleteDocument,
  getChunk,
  getCorpus,
  getDocument,
  listChunks,
  listCorpora,
  listDocuments,
  patchChunk,
  patchCorpus,
  patchDocument,
  queryCorpus,
  queryDocument,
} from './corpora';
import {
  batchEmbedContents,
  batchEmbedText,
  countMessageTokens,
  countPromptTokens as countTokens,
  countTextTokens,
  embedContent,
  embedText,
  generateAnswer,
  generateContent,
  generateMessage,
  generateText,
  streamGenerateContent,
} from './engine';
import { createFile, deleteFile, getFile, listFiles } from './files';
import {
  createStore,
  deleteStore,
  deleteStoreDocument,
  getStore,
  getStoreDocument,
  getStoreOperation,
  importFile,
  listStoreDocuments,
  listStores,
} from './fileSearch';
import {
  cancelTuningOperation,
  deleteOperation,
  getTuningOperation,
  listOperations,
  listTuningOperations,
} from './operations';
import { page } from './paging';
import {
  createPermission,
  deletePermission,
  getPermission,
  listPermissions,
  patchPermission,
  transferOwnership,
} from './permissions';
import {
  createTunedModel,
  deleteTunedModel,
  getTunedModel,
  listTunedModels,
  patchTunedModel,
  tunedGenerateContent,
  tunedGenerateText,
} from './tuning';

const getModel: Handler = (call, world) => {
  const seed = world.models.require(call.path.name ?? '', call.version, call.row);
  return single(seed.model);
};

const listModels: Handler = (call, world) => {
  const { items, ...next } = page(call, world.models.list(call.version));
  const models = items.map((seed) => seed.model) as unknown as readonly JsonObject[];
  return single({ models, ...next });
};

/** What answers each operation. One that the table has and this map lacks is answered with 501. */
export const handlers: { readonly [I in OperationId]?: Handler } = {
  'models.get': getModel,
  'models.list': listModels,
  'models.generateContent': generateContent,
  'models.streamGenerateContent': streamGenerateContent,
  'models.countTokens': countTokens,
  'models.embedContent': embedContent,
  'models.batchEmbedContents': batchEmbedContents,
  'models.embedText': embedText,
  'models.batchEmbedText': batchEmbedText,
  'models.generateAnswer': generateAnswer,
  'models.generateText': generateText,
  'models.generateMessage': generateMessage,
  'models.countTextTokens': countTextTokens,
  'models.countMessageTokens': countMessageTokens,
  'files.create': createFile,
  'files.delete': deleteFile,
  'files.get': getFile,
  'files.list': listFiles,
  'cachedContents.create': createCachedContent,
  'cachedContents.delete': deleteCachedContent,
  'cachedContents.get': getCachedContent,
  'cachedContents.list': listCachedContents,
  'cachedContents.patch': patchCachedContent,
  'fileSearchStores.create': createStore,
  'fileSearchStores.delete': deleteStore,
  'fileSearchStores.get': getStore,
  'fileSearchStores.importFile': importFile,
  'fileSearchStores.list': listStores,
  'fileSearchStores.documents.delete': deleteStoreDocument,
  'fileSearchStores.documents.get': getStoreDocument,
  'fileSearchStores.documents.list': listStoreDocuments,
  'fileSearchStores.operations.get': getStoreOperation,
  'fileSearchStores.upload.operations.get': getStoreOperation,
  'corpora.create': createCorpus,
  'corpora.delete': deleteCorpus,
  'corpora.get': getCorpus,
  'corpora.list': listCorpora,
  'corpora.patch': patchCorpus,
  'corpora.query': queryCorpus,
  'corpora.documents.create': createDocument,
  'corpora.documents.delete': deleteDocument,
  'corpora.documents.get': getDocument,
  'corpora.documents.list': listDocuments,
  'corpora.documents.patch': patchDocument,
  'corpora.documents.query': queryDocument,
  'corpora.documents.chunks.batchCreate': batchCreateChunks,
  'corpora.documents.chunks.batchDelete': batchDeleteChunks,
  'corpora.documents.chunks.batchUpdate': batchUpdateChunks,
  'corpora.documents.chunks.create': createChunk,
  'corpora.documents.chunks.delete': deleteChunk,
  'corpora.documents.chunks.get': getChunk,
  'corpora.documents.chunks.list': listChunks,
  'corpora.documents.chunks.patch': patchChunk,
  'corpora.permissions.create': createPermission,
  'corpora.permissions.delete': deletePermission,
  'corpora.permissions.get': getPermission,
  'corpora.permissions.list': listPermissions,
  'corpora.permissions.patch': patchPermission,
  'operations.delete': deleteOperation,
  'operations.list': listOperations,
  'tunedModels.create': createTunedModel,
  'tunedModels.delete': deleteTunedModel,
  'tunedModels.generateContent': tunedGenerateContent,
  'tunedModels.generateText': tunedGenerateText,
  'tunedModels.get': getTunedModel,
  'tunedModels.list': listTunedModels,
  'tunedModels.operations.cancel': cancelTuningOperation,
  'tunedModels.operations.get': getTuningOperation,
  'tunedModels.operations.list': listTuningOperations,
  'tunedModels.patch': patchTunedModel,
  'tunedModels.permissions.create': createPermission,
  'tunedModels.permissions.delete': deletePermission,
  'tunedModels.permissions.get': getPermission,
  'tunedModels.permissions.list': listPermissions,
  'tunedModels.permissions.patch': patchPermission,
  'tunedModels.transferOwnership': transferOwnership,
};
