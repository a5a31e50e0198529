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

function inputOf<const Requests extends string>(requests: Requests) {
  return {
    versions: NEW,
    fields: { requests: { type: requests, oneof: 'source', doc: INLINE }, fileName: FILE_NAME },
  } as const;
}

function requestsOf<const Request extends string>(request: Request) {
  const doc = 'The requests, less than 20 MB together.';
  return {
    versions: NEW,
    fields: { requests: { type: request, repeated: true, required: true, doc } },
  } as const;
}

function requestOf<const Request extends string>(request: Request) {
  const doc = 'As it would be sent by itself. Its model is that of the batch.';
  return {
    versions: NEW,
    fields: {
      request: { type: request, required: true, lent: true, doc },
      metadata: { type: 'struct', doc: METADATA },
    },
  } as const;
}

function outputOf<const Answers extends string>(answers: Answers) {
  return {
    versions: NEW,
    fields: {
      responsesFile: RESPONSES_FILE,
      inlinedResponses: { type: answers, outputOnly: true, oneof: 'output', doc: ANSWERS },
    },
  } as const;
}

function answersOf<const Answer extends string>(answer: Answer) {
  return {
    versions: NEW,
    fields: { inlinedResponses: { type: answer, repeated: true, outputOnly: true } },
  } as const;
}

function answerOf<const Answer extends string>(answer: Answer) {
  return {
    versions: NEW,
    fields: {
      error: { type: 'google.rpc.Status', outputOnly: true, oneof: 'output' },
      response: { type: answer, outputOnly: true, oneof: 'output' },
      metadata: { type: 'struct', outputOnly: true, doc: 'What came with the request.' },
    },
  } as const;
}

function creationOf<const Batch extends string>(batch: Batch) {
  return {
    versions: NEW,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'models/{id} or tunedModels/{id}; the URL of a call has it.',
      },
      batch: { type: batch, required: true, doc: 'The batch to create.' },
    },
  } as const;
}

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
      uris: {
        type: 'string',
        repeated: true,
        secret: 'query',
        reaches: 'address',
        doc: 'Addresses that are called.',
      },
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
  InputConfig: inputOf('InlinedRequests'),
  InlinedRequests: requestsOf('InlinedRequest'),
  InlinedRequest: requestOf('GenerateContentRequest'),
  GenerateContentBatchOutput: outputOf('InlinedResponses'),
  InlinedResponses: answersOf('InlinedResponse'),
  InlinedResponse: answerOf('GenerateContentResponse'),
  BatchGenerateContentRequest: creationOf('GenerateContentBatch'),
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
  InputEmbedContentConfig: inputOf('InlinedEmbedContentRequests'),
  InlinedEmbedContentRequests: requestsOf('InlinedEmbedContentRequest'),
  InlinedEmbedContentRequest: requestOf('EmbedContentRequest'),
  EmbedContentBatchOutput: outputOf('InlinedEmbedContentResponses'),
  InlinedEmbedContentResponses: answersOf('InlinedEmbedContentResponse'),
  InlinedEmbedContentResponse: answerOf('EmbedContentResponse'),
  AsyncBatchEmbedContentRequest: creationOf('EmbedContentBatch'),
  AsyncBatchEmbedContentResponse: {
    versions: NEW,
    fields: { output: { type: 'EmbedContentBatchOutput', outputOnly: true } },
  },
} as const satisfies MessageFamily;
