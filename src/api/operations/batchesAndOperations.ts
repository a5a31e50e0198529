import { STABLE } from '../status';
import { NEW, TODAY_BETA, V1 } from '../versions';
import {
  ANY_SCOPE,
  getOperation,
  OPERATION_PAGE,
  type OperationRow,
  READ,
  RETRIEVER_READ,
  TUNING,
  TUNING_READ,
} from './row';

// A batch is both an operation and a resource: created by a model, polled by name.
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
    doc: 'Fields to update: displayName or priority. Default: the fields in the request body.',
  },
} as const;

type Creating = Pick<
  OperationRow,
  'path' | 'summary' | 'cost' | 'body' | 'longRunning' | 'credential' | 'rpc'
>;

function creating<const R extends Creating>(row: R) {
  return {
    ...row,
    verb: 'POST',
    versions: NEW,
    status: STABLE,
    response: 'google.longrunning.Operation',
    effect: 'write',
    retry: 'never',
    slow: true,
    scopes: ANY_SCOPE,
  } as const satisfies OperationRow;
}

type Changing = Pick<OperationRow, 'path' | 'summary' | 'body' | 'response' | 'rpc'>;

function changing<const R extends Changing>(row: R) {
  return {
    ...row,
    verb: 'PATCH',
    versions: NEW,
    status: STABLE,
    query: UPDATE_MASK,
    effect: 'write',
    retry: 'safe',
    mask: ['displayName', 'priority'],
    credential: 'apiKey',
    scopes: ANY_SCOPE,
  } as const satisfies OperationRow;
}

/** Batch creation. Not looked up after a lost response, because display names aren't unique. */
export const modelBatchOperations = {
  'models.batchGenerateContent': creating({
    path: '{model=models/*}:batchGenerateContent',
    summary: 'Create a batch of generation requests',
    cost: 'batch',
    body: 'BatchGenerateContentRequest',
    longRunning: GENERATING,
    credential: 'apiKey',
    rpc: 'BatchService/BatchGenerateContent',
  }),
  'models.asyncBatchEmbedContent': creating({
    path: '{model=models/*}:asyncBatchEmbedContent',
    summary: 'Create a batch of contents to embed',
    cost: 'batch',
    body: 'AsyncBatchEmbedContentRequest',
    longRunning: EMBEDDING,
    credential: 'apiKey',
    rpc: 'BatchService/AsyncBatchEmbedContent',
  }),
} as const satisfies { readonly [id: string]: OperationRow };

export const tunedModelBatchOperations = {
  'tunedModels.batchGenerateContent': creating({
    path: '{model=tunedModels/*}:batchGenerateContent',
    summary: 'Create a batch of generation requests to a tuned model',
    cost: 'batch',
    body: 'BatchGenerateContentRequest',
    longRunning: GENERATING,
    credential: 'documentedOauth',
    rpc: 'BatchService/BatchGenerateContent',
  }),
  'tunedModels.asyncBatchEmbedContent': creating({
    path: '{model=tunedModels/*}:asyncBatchEmbedContent',
    summary: 'Create a batch of contents to embed with a tuned model',
    cost: 'batch',
    body: 'AsyncBatchEmbedContentRequest',
    longRunning: EMBEDDING,
    credential: 'documentedOauth',
    rpc: 'BatchService/AsyncBatchEmbedContent',
  }),
} as const satisfies { readonly [id: string]: OperationRow };

const BATCH_METHOD = {
  versions: NEW,
  status: STABLE,
  credential: 'apiKey',
  scopes: ANY_SCOPE,
} as const;

export const batchOperations = {
  'batches.cancel': {
    ...BATCH_METHOD,
    verb: 'POST',
    path: '{name=batches/*}:cancel',
    summary: 'Cancel a batch',
    body: 'google.longrunning.CancelOperationRequest',
    response: 'Empty',
    effect: 'dangerous',
    retry: 'safe',
    rpc: 'google.longrunning.Operations/CancelOperation',
  },
  'batches.delete': {
    ...BATCH_METHOD,
    verb: 'DELETE',
    path: '{name=batches/*}',
    summary: 'Delete a batch',
    response: 'Empty',
    effect: 'dangerous',
    retry: 'never',
    rpc: 'google.longrunning.Operations/DeleteOperation',
  },
  'batches.get': getOperation({
    path: '{name=batches/*}',
    versions: NEW,
    status: STABLE,
    summary: 'Get a batch',
    credential: 'apiKey',
    scopes: ANY_SCOPE,
  }),
  'batches.list': {
    ...BATCH_METHOD,
    ...READ,
    path: '{name=batches}',
    summary: 'List batches',
    query: OPERATION_PAGE,
    response: 'google.longrunning.ListOperationsResponse',
    paging: { items: 'operations' },
    rpc: 'google.longrunning.Operations/ListOperations',
  },
  'batches.updateEmbedContentBatch': changing({
    path: '{batch.name=batches/*}:updateEmbedContentBatch',
    summary: 'Change a batch of contents to embed',
    body: 'EmbedContentBatch',
    response: 'EmbedContentBatch',
    rpc: 'BatchService/UpdateEmbedContentBatch',
  }),
  'batches.updateGenerateContentBatch': changing({
    path: '{batch.name=batches/*}:updateGenerateContentBatch',
    summary: 'Change a batch of generation requests',
    body: 'GenerateContentBatch',
    response: 'GenerateContentBatch',
    rpc: 'BatchService/UpdateGenerateContentBatch',
  }),
} as const satisfies { readonly [id: string]: OperationRow };

const LONG_RUNNING_METHOD = { status: STABLE, retry: 'safe' } as const;

/**
 * Long-running operations. In 2024, only v1 had polling, regardless of the version that started the
 * operation.
 */
export const longRunningOperations = {
  'operations.list': {
    ...LONG_RUNNING_METHOD,
    verb: 'GET',
    path: '{name=operations}',
    versions: V1,
    summary: 'List operations',
    query: OPERATION_PAGE,
    response: 'google.longrunning.ListOperationsResponse',
    effect: 'read',
    paging: { items: 'operations' },
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'google.longrunning.Operations/ListOperations',
  },
  'operations.delete': {
    ...LONG_RUNNING_METHOD,
    verb: 'DELETE',
    path: '{name=operations/**}',
    versions: V1,
    summary: 'Delete the record of an operation',
    response: 'Empty',
    effect: 'dangerous',
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'google.longrunning.Operations/DeleteOperation',
  },
  'tunedModels.operations.cancel': {
    ...LONG_RUNNING_METHOD,
    verb: 'POST',
    path: '{name=tunedModels/*/operations/*}:cancel',
    versions: V1,
    summary: 'Cancel an operation of a tuned model',
    body: 'google.longrunning.CancelOperationRequest',
    response: 'Empty',
    effect: 'dangerous',
    credential: 'documentedOauth',
    scopes: TUNING,
    rpc: 'google.longrunning.Operations/CancelOperation',
  },
  'tunedModels.operations.get': getOperation({
    path: '{name=tunedModels/*/operations/*}',
    versions: TODAY_BETA,
    status: STABLE,
    summary: 'Get an operation of a tuned model',
    credential: 'documentedOauth',
    scopes: TUNING_READ,
  }),
  'tunedModels.operations.list': {
    ...LONG_RUNNING_METHOD,
    verb: 'GET',
    path: '{name=tunedModels/*}/operations',
    versions: TODAY_BETA,
    summary: 'List operations of a tuned model',
    query: OPERATION_PAGE,
    response: 'google.longrunning.ListOperationsResponse',
    effect: 'read',
    paging: { items: 'operations' },
    credential: 'documentedOauth',
    scopes: TUNING_READ,
    rpc: 'google.longrunning.Operations/ListOperations',
  },
  'models.operations.get': getOperation({
    path: '{name=models/*/operations/*}',
    versions: NEW,
    status: STABLE,
    summary: 'Get an operation of a model',
    credential: 'apiKey',
    scopes: ANY_SCOPE,
  }),
  'models.operations.list': {
    ...LONG_RUNNING_METHOD,
    verb: 'GET',
    path: '{name=models/*}/operations',
    versions: NEW,
    summary: 'List operations of a model',
    query: OPERATION_PAGE,
    response: 'google.longrunning.ListOperationsResponse',
    effect: 'read',
    paging: { items: 'operations' },
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'google.longrunning.Operations/ListOperations',
  },
  'corpora.operations.get': getOperation({
    path: '{name=corpora/*/operations/*}',
    versions: NEW,
    status: STABLE,
    summary: 'Get an operation of a corpus',
    credential: 'oauth',
    scopes: RETRIEVER_READ,
  }),
} as const satisfies { readonly [id: string]: OperationRow };
