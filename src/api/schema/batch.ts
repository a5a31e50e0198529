import { NEW } from '../versions';
import type { FieldRow, MessageFamily } from './row';

// Generating and embedding have messages of their own that say the same of a batch.
const NAME = {
  type: 'string',
  outputOnly: true,
  doc: 'batches/{id}; the service makes it.',
} as const satisfies FieldRow;

const MODEL = {
  type: 'string',
  doc: 'models/{id} or tunedModels/{id}; the URL of the call that creates it has it.',
} as const satisfies FieldRow;

const DISPLAY_NAME = {
  type: 'string',
  required: true,
  doc: 'Name for people. Several batches may have the same.',
} as const satisfies FieldRow;

const TIMES = {
  createTime: { type: 'timestamp', outputOnly: true, doc: 'When it was created.' },
  endTime: { type: 'timestamp', outputOnly: true, doc: 'When it came to an end, whichever.' },
  updateTime: { type: 'timestamp', outputOnly: true, doc: 'When it was changed last.' },
} as const satisfies { readonly [name: string]: FieldRow };

const STATE = {
  type: 'BatchState',
  outputOnly: true,
  doc: 'How far it is. It aims at 24 hours, and expires 48 hours after it came.',
} as const satisfies FieldRow;

const PRIORITY = {
  type: 'int64',
  doc: 'Batches with a higher one are done first. Absent: 0.',
} as const satisfies FieldRow;

const FILE_NAME = {
  type: 'string',
  oneof: 'source',
  doc: 'files/{id} of JSON lines, at most 2 GB: each with a key and a request.',
} as const satisfies FieldRow;

const INLINE = 'Requests within the call, which may have less than 20 MB as a whole.';
const METADATA = 'What comes back with its answer, such as a key.';

const COUNTS = {
  requestCount: { type: 'int64', outputOnly: true, doc: 'All requests.' },
  successfulRequestCount: { type: 'int64', outputOnly: true, doc: 'Those that were answered.' },
  failedRequestCount: { type: 'int64', outputOnly: true, doc: 'Those that ended in an error.' },
  pendingRequestCount: { type: 'int64', outputOnly: true, doc: 'Those still to be done.' },
} as const satisfies { readonly [name: string]: FieldRow };

const RESPONSES_FILE = {
  type: 'string',
  outputOnly: true,
  oneof: 'output',
  doc: 'files/{id} of JSON lines in the order asked, each with a key and a response or an error.',
} as const satisfies FieldRow;

const OUTPUT = 'The answers, once it has succeeded.';
const ANSWERS = 'In the order asked, for what was sent within the call.';

/** Batches: many requests of one model that are answered within a day, at half the price. */
export const batchMessages = {
  /** Where a batch is on its way. Only what has succeeded has all answers. */
  BatchState: {
    versions: NEW,
    values: {
      BATCH_STATE_UNSPECIFIED: 0,
      BATCH_STATE_PENDING: 1,
      BATCH_STATE_RUNNING: 2,
      BATCH_STATE_SUCCEEDED: 3,
      BATCH_STATE_FAILED: 4,
      BATCH_STATE_CANCELLED: 5,
      BATCH_STATE_EXPIRED: 6,
    },
  },
  BatchStats: { versions: NEW, fields: COUNTS },
  EmbedContentBatchStats: { versions: NEW, fields: COUNTS },
  /** Where the service says what became of a batch, for those that do not want to ask. */
  WebhookConfig: {
    versions: NEW,
    fields: {
      uris: { type: 'string', repeated: true, doc: 'Addresses that are called.' },
      userMetadata: { type: 'struct', doc: 'What comes with each call.' },
    },
  },
  GenerateContentBatch: {
    versions: NEW,
    fields: {
      name: NAME,
      model: MODEL,
      displayName: DISPLAY_NAME,
      inputConfig: { type: 'InputConfig', required: true, doc: 'The requests.' },
      output: { type: 'GenerateContentBatchOutput', outputOnly: true, doc: OUTPUT },
      ...TIMES,
      batchStats: { type: 'BatchStats', outputOnly: true, doc: 'How many requests are where.' },
      state: STATE,
      priority: PRIORITY,
      webhookConfig: { type: 'WebhookConfig', doc: 'Who is told what becomes of it.' },
    },
  },
  InputConfig: {
    versions: NEW,
    fields: {
      requests: { type: 'InlinedRequests', oneof: 'source', doc: INLINE },
      fileName: FILE_NAME,
    },
  },
  InlinedRequests: {
    versions: NEW,
    fields: {
      requests: {
        type: 'InlinedRequest',
        repeated: true,
        required: true,
        doc: 'The requests, less than 20 MB together.',
      },
    },
  },
  InlinedRequest: {
    versions: NEW,
    fields: {
      request: {
        type: 'GenerateContentRequest',
        required: true,
        lent: true,
        doc: 'As it would be sent by itself. Its model is that of the batch.',
      },
      metadata: { type: 'struct', doc: METADATA },
    },
  },
  GenerateContentBatchOutput: {
    versions: NEW,
    fields: {
      responsesFile: RESPONSES_FILE,
      inlinedResponses: {
        type: 'InlinedResponses',
        outputOnly: true,
        oneof: 'output',
        doc: ANSWERS,
      },
    },
  },
  InlinedResponses: {
    versions: NEW,
    fields: { inlinedResponses: { type: 'InlinedResponse', repeated: true, outputOnly: true } },
  },
  InlinedResponse: {
    versions: NEW,
    fields: {
      error: { type: 'google.rpc.Status', outputOnly: true, oneof: 'output' },
      response: { type: 'GenerateContentResponse', outputOnly: true, oneof: 'output' },
      metadata: { type: 'struct', outputOnly: true, doc: 'What came with the request.' },
    },
  },
  BatchGenerateContentRequest: {
    versions: NEW,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'models/{id} or tunedModels/{id}; the URL of a call has it.',
      },
      batch: { type: 'GenerateContentBatch', required: true, doc: 'The batch to create.' },
    },
  },
  BatchGenerateContentResponse: {
    versions: NEW,
    fields: { output: { type: 'GenerateContentBatchOutput', outputOnly: true } },
  },
  EmbedContentBatch: {
    versions: NEW,
    fields: {
      name: NAME,
      model: MODEL,
      displayName: DISPLAY_NAME,
      inputConfig: { type: 'InputEmbedContentConfig', required: true, doc: 'The requests.' },
      output: { type: 'EmbedContentBatchOutput', outputOnly: true, doc: OUTPUT },
      ...TIMES,
      batchStats: {
        type: 'EmbedContentBatchStats',
        outputOnly: true,
        doc: 'How many requests are where.',
      },
      state: STATE,
      priority: PRIORITY,
    },
  },
  InputEmbedContentConfig: {
    versions: NEW,
    fields: {
      requests: { type: 'InlinedEmbedContentRequests', oneof: 'source', doc: INLINE },
      fileName: FILE_NAME,
    },
  },
  InlinedEmbedContentRequests: {
    versions: NEW,
    fields: {
      requests: {
        type: 'InlinedEmbedContentRequest',
        repeated: true,
        required: true,
        doc: 'The requests, less than 20 MB together.',
      },
    },
  },
  InlinedEmbedContentRequest: {
    versions: NEW,
    fields: {
      request: {
        type: 'EmbedContentRequest',
        required: true,
        lent: true,
        doc: 'As it would be sent by itself. Its model is that of the batch.',
      },
      metadata: { type: 'struct', doc: METADATA },
    },
  },
  EmbedContentBatchOutput: {
    versions: NEW,
    fields: {
      responsesFile: RESPONSES_FILE,
      inlinedResponses: {
        type: 'InlinedEmbedContentResponses',
        outputOnly: true,
        oneof: 'output',
        doc: ANSWERS,
      },
    },
  },
  InlinedEmbedContentResponses: {
    versions: NEW,
    fields: {
      inlinedResponses: { type: 'InlinedEmbedContentResponse', repeated: true, outputOnly: true },
    },
  },
  InlinedEmbedContentResponse: {
    versions: NEW,
    fields: {
      error: { type: 'google.rpc.Status', outputOnly: true, oneof: 'output' },
      response: { type: 'EmbedContentResponse', outputOnly: true, oneof: 'output' },
      metadata: { type: 'struct', outputOnly: true, doc: 'What came with the request.' },
    },
  },
  AsyncBatchEmbedContentRequest: {
    versions: NEW,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'models/{id} or tunedModels/{id}; the URL of a call has it.',
      },
      batch: { type: 'EmbedContentBatch', required: true, doc: 'The batch to create.' },
    },
  },
  AsyncBatchEmbedContentResponse: {
    versions: NEW,
    fields: { output: { type: 'EmbedContentBatchOutput', outputOnly: true } },
  },
} as const satisfies MessageFamily;
