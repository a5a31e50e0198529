import { STABLE } from '../status';
import { NEW } from '../versions';
import { ANY_SCOPE, OPERATION_PAGE, type OperationRow } from './row';

// A batch is an Operation as well as a resource: created by a model, watched by its own name.
const GENERATING = {
  metadata: 'GenerateContentBatch',
  response: 'GenerateContentBatchOutput',
  poll: 'batches.get',
} as const;

const EMBEDDING = {
  metadata: 'EmbedContentBatch',
  response: 'EmbedContentBatchOutput',
  poll: 'batches.get',
} as const;

const UPDATE_MASK = {
  updateMask: {
    type: 'fieldMask',
    doc: 'Fields to change: displayName or priority. Absent: those of the body.',
  },
} as const;

/**
 * What creates batches: many requests that are answered later. It is not looked up after a lost answer, because a
 * display name may be that of another batch: only who chose one that is nobody else's can tell.
 */
export const modelBatchOperations = {
  'models.batchGenerateContent': {
    verb: 'POST',
    path: '{model=models/*}:batchGenerateContent',
    versions: NEW,
    status: STABLE,
    summary: 'Create a batch of requests for answers',
    body: 'BatchGenerateContentRequest',
    response: 'google.longrunning.Operation',
    effect: 'write',
    retry: 'never',
    longRunning: GENERATING,
    slow: true,
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'BatchService/BatchGenerateContent',
  },
  'models.asyncBatchEmbedContent': {
    verb: 'POST',
    path: '{model=models/*}:asyncBatchEmbedContent',
    versions: NEW,
    status: STABLE,
    summary: 'Create a batch of contents to embed',
    body: 'AsyncBatchEmbedContentRequest',
    response: 'google.longrunning.Operation',
    effect: 'write',
    retry: 'never',
    longRunning: EMBEDDING,
    slow: true,
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'BatchService/AsyncBatchEmbedContent',
  },
} as const satisfies { readonly [id: string]: OperationRow };

/** The same with tuned models. */
export const tunedModelBatchOperations = {
  'tunedModels.batchGenerateContent': {
    verb: 'POST',
    path: '{model=tunedModels/*}:batchGenerateContent',
    versions: NEW,
    status: STABLE,
    summary: 'Create a batch of requests for answers of a tuned model',
    body: 'BatchGenerateContentRequest',
    response: 'google.longrunning.Operation',
    effect: 'write',
    retry: 'never',
    longRunning: GENERATING,
    slow: true,
    credential: 'documentedOauth',
    scopes: ANY_SCOPE,
    rpc: 'BatchService/BatchGenerateContent',
  },
  'tunedModels.asyncBatchEmbedContent': {
    verb: 'POST',
    path: '{model=tunedModels/*}:asyncBatchEmbedContent',
    versions: NEW,
    status: STABLE,
    summary: 'Create a batch of contents to embed with a tuned model',
    body: 'AsyncBatchEmbedContentRequest',
    response: 'google.longrunning.Operation',
    effect: 'write',
    retry: 'never',
    longRunning: EMBEDDING,
    slow: true,
    credential: 'documentedOauth',
    scopes: ANY_SCOPE,
    rpc: 'BatchService/AsyncBatchEmbedContent',
  },
} as const satisfies { readonly [id: string]: OperationRow };

/** What is done with batches that are there. */
export const batchOperations = {
  'batches.cancel': {
    verb: 'POST',
    path: '{name=batches/*}:cancel',
    versions: NEW,
    status: STABLE,
    summary: 'Cancel a batch',
    body: 'google.longrunning.CancelOperationRequest',
    response: 'Empty',
    effect: 'dangerous',
    retry: 'safe',
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'google.longrunning.Operations/CancelOperation',
  },
  'batches.delete': {
    verb: 'DELETE',
    path: '{name=batches/*}',
    versions: NEW,
    status: STABLE,
    summary: 'Delete a batch',
    response: 'Empty',
    effect: 'dangerous',
    retry: 'never',
    lookup: { done: 'gone', by: 'batches.get', name: 'name', answer: 'nothing' },
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'google.longrunning.Operations/DeleteOperation',
  },
  'batches.get': {
    verb: 'GET',
    path: '{name=batches/*}',
    versions: NEW,
    status: STABLE,
    summary: 'Get a batch',
    response: 'google.longrunning.Operation',
    effect: 'read',
    retry: 'safe',
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'google.longrunning.Operations/GetOperation',
  },
  'batches.list': {
    verb: 'GET',
    path: '{name=batches}',
    versions: NEW,
    status: STABLE,
    summary: 'List batches',
    query: OPERATION_PAGE,
    response: 'google.longrunning.ListOperationsResponse',
    effect: 'read',
    retry: 'safe',
    paging: { items: 'operations' },
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'google.longrunning.Operations/ListOperations',
  },
  'batches.updateEmbedContentBatch': {
    verb: 'PATCH',
    path: '{batch.name=batches/*}:updateEmbedContentBatch',
    versions: NEW,
    status: STABLE,
    summary: 'Change a batch of contents to embed',
    body: 'EmbedContentBatch',
    query: UPDATE_MASK,
    response: 'EmbedContentBatch',
    effect: 'write',
    retry: 'safe',
    mask: ['displayName', 'priority'],
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'BatchService/UpdateEmbedContentBatch',
  },
  'batches.updateGenerateContentBatch': {
    verb: 'PATCH',
    path: '{batch.name=batches/*}:updateGenerateContentBatch',
    versions: NEW,
    status: STABLE,
    summary: 'Change a batch of requests for answers',
    body: 'GenerateContentBatch',
    query: UPDATE_MASK,
    response: 'GenerateContentBatch',
    effect: 'write',
    retry: 'safe',
    mask: ['displayName', 'priority'],
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'BatchService/UpdateGenerateContentBatch',
  },
} as const satisfies { readonly [id: string]: OperationRow };
