import type { JsonObject } from '../api/schema/row';
import { type Handler, type HandlerRows, singleReply } from './call';
import { generateAnswer, generationHandlers, embeddingHandlers, legacyHandlers } from './engine';
import { createDecision } from './decisions';
import { interactionHandlers } from './interactions';
import { createAuthToken } from './authTokens';
import { downloadMedia } from './fileSearch/storeResources';
import { importFile } from './fileSearch/addDocument';
import { storeHandlers } from './fileSearch/stores';
import { page } from './paging';
import { fileHandlers } from './files';
import { generatedMediaHandlers } from './generatedMedia';
import { managedAgentHandlers } from './managedAgents';
import { environmentHandlers } from './environments/environments';
import { triggerHandlers } from './schedules';
import { voiceHandlers } from './voices';
import { webhookHandlers } from './webhooks/webhooks';
import { cachedContentHandlers } from './cachedContents';
import { batchCreationHandlers } from './batches/createBatch';
import { batchHandlers } from './batches/batches';
import { corpusHandlers } from './corpora/corpora';
import { corpusSearchHandlers } from './corpora/search';
import { chunkHandlers } from './corpora/chunks';
import { permissionHandlers } from './permissions';
import { operationHandlers } from './operations';
import { tunedModelHandlers } from './tuning/tunedModels';

const getModel: Handler = (call, world) => {
  const seed = world.models.require(call.path.name ?? '', call.version, call.row);
  return singleReply(seed.model);
};

const listModels: Handler = (call, world) => {
  const { items, ...next } = page(call, world.models.list(call.version));
  const models = items.map((seed) => seed.model) as unknown as readonly JsonObject[];
  return singleReply({ models, ...next });
};

/** Handlers by API method. Methods without a handler respond with 501. */
export const handlers: HandlerRows = {
  ...generationHandlers,
  ...embeddingHandlers,
  ...legacyHandlers,
  ...fileHandlers,
  ...generatedMediaHandlers,
  ...managedAgentHandlers,
  ...environmentHandlers,
  ...triggerHandlers,
  ...voiceHandlers,
  ...webhookHandlers,
  ...cachedContentHandlers,
  ...storeHandlers,
  ...batchCreationHandlers,
  ...batchHandlers,
  ...corpusHandlers,
  ...corpusSearchHandlers,
  ...chunkHandlers,
  ...permissionHandlers,
  ...operationHandlers,
  ...tunedModelHandlers,
  'models.get': getModel,
  'models.list': listModels,
  'models.generateAnswer': generateAnswer,
  ...interactionHandlers,
  'auth_tokens.create': createAuthToken,
  'decisions.create': createDecision,
  'fileSearchStores.importFile': importFile,
  'fileSearchStores.media.download': downloadMedia,
};
