import type { OperationId } from '../api/operations';
import { generateAnswer } from './handlers/answer';
import { batchCreateChunks, batchDeleteChunks, batchUpdateChunks } from './handlers/chunkBatches';
import { createChunk, deleteChunk, getChunk, listChunks, patchChunk } from './handlers/chunks';
import {
  createCorpus,
  deleteCorpus,
  getCorpus,
  listCorpora,
  patchCorpus,
} from './handlers/corpora';
import { countTokens } from './handlers/count';
import {
  createDocument,
  deleteDocument,
  getDocument,
  listDocuments,
  patchDocument,
} from './handlers/documents';
import { batchEmbedContents, batchEmbedText, embedContent, embedText } from './handlers/embed';
import { createFile, deleteFile, getFile, listFiles } from './handlers/files';
import { generateContent, streamGenerateContent } from './handlers/generate';
import {
  countMessageTokens,
  countTextTokens,
  generateMessage,
  generateText,
} from './handlers/legacy';
import { getModel, listModels } from './handlers/models';
import {
  cancelTuningOperation,
  deleteOperation,
  getTuningOperation,
  listOperations,
  listTuningOperations,
} from './handlers/operations';
import {
  createPermission,
  deletePermission,
  getPermission,
  listPermissions,
  patchPermission,
  transferOwnership,
} from './handlers/permissions';
import { queryCorpus, queryDocument } from './handlers/query';
import { tunedGenerateContent, tunedGenerateText } from './handlers/tunedGenerate';
import {
  createTunedModel,
  deleteTunedModel,
  getTunedModel,
  listTunedModels,
  patchTunedModel,
} from './handlers/tunedModels';
import type { Handler } from './reply';

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
