import { BETA, GEMINI, NEW } from '../versions';
import { RESOURCE_ID } from './fieldLimits';
import type { MessageFamily } from './row';

/** Semantic retrieval: corpora, their documents, and the chunks that are searched. */
export const retrievalMessages = {
  /** A collection of documents. */
  Corpus: {
    versions: BETA,
    most: 5,
    fields: {
      name: {
        type: 'string',
        immutable: true,
        limits: { idPattern: RESOURCE_ID },
        doc: 'corpora/{id}. Absent on create: made from the display name. The id has at most 40 of a-z, 0-9 and inner dashes.',
      },
      displayName: {
        type: 'string',
        limits: { maxLength: 512 },
        doc: 'Name for people, at most 512 characters.',
      },
      createTime: { type: 'timestamp', outputOnly: true, doc: 'When it was created.' },
      updateTime: { type: 'timestamp', outputOnly: true, doc: 'When it was changed last.' },
    },
  },
  ListCorporaResponse: {
    versions: BETA,
    fields: {
      corpora: { type: 'Corpus', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
  /** A collection of chunks. */
  Document: {
    versions: GEMINI,
    most: 10_000,
    fields: {
      name: {
        type: 'string',
        immutable: true,
        limits: { idPattern: RESOURCE_ID },
        doc: 'corpora/{id}/documents/{id}, or fileSearchStores/{id}/documents/{id}. Absent on create: made from the display name.',
      },
      displayName: {
        type: 'string',
        limits: { maxLength: 512 },
        doc: 'Name for people, at most 512 characters.',
      },
      customMetadata: {
        type: 'CustomMetadata',
        repeated: true,
        limits: { maxItems: 20 },
        doc: 'At most 20, for filters of a query.',
      },
      updateTime: { type: 'timestamp', outputOnly: true, doc: 'When it was changed last.' },
      createTime: { type: 'timestamp', outputOnly: true, doc: 'When it was created.' },
      state: {
        type: 'Document.State',
        outputOnly: true,
        versions: NEW,
        doc: 'Of a document in a file search store: only active ones are searched.',
      },
      sizeBytes: {
        type: 'int64',
        outputOnly: true,
        versions: NEW,
        doc: 'Bytes of the file that it was made of.',
      },
      mimeType: {
        type: 'string',
        outputOnly: true,
        versions: NEW,
        doc: 'What the file was that it was made of.',
      },
    },
  },
  'Document.State': {
    versions: NEW,
    // The service publishes no numbers; these are in the order in which it lists the names.
    values: { STATE_UNSPECIFIED: 0, STATE_PENDING: 1, STATE_ACTIVE: 2, STATE_FAILED: 3 },
  },
  ListDocumentsResponse: {
    versions: GEMINI,
    fields: {
      documents: { type: 'Document', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
  /** A piece of text that is searched as one. */
  Chunk: {
    versions: BETA,
    most: 1_000_000,
    fields: {
      name: {
        type: 'string',
        immutable: true,
        limits: { idPattern: RESOURCE_ID },
        doc: 'corpora/{id}/documents/{id}/chunks/{id}. Absent on create: 12 random characters.',
      },
      data: { type: 'ChunkData', required: true, doc: 'The text that is searched.' },
      customMetadata: {
        type: 'CustomMetadata',
        repeated: true,
        limits: { maxItems: 20 },
        doc: 'At most 20, for filters of a query.',
      },
      createTime: { type: 'timestamp', outputOnly: true, doc: 'When it was created.' },
      updateTime: { type: 'timestamp', outputOnly: true, doc: 'When it was changed last.' },
      state: { type: 'Chunk.State', outputOnly: true, doc: 'Only active chunks are searched.' },
    },
  },
  'Chunk.State': {
    versions: BETA,
    values: {
      STATE_UNSPECIFIED: 0,
      STATE_PENDING_PROCESSING: 1,
      STATE_ACTIVE: 2,
      STATE_FAILED: 10,
    },
  },
  ChunkData: {
    versions: BETA,
    fields: {
      stringValue: {
        type: 'string',
        oneof: 'data',
        limits: { maxTokens: 2043 },
        doc: 'At most 2,043 tokens.',
      },
    },
  },
  ListChunksResponse: {
    versions: BETA,
    fields: {
      chunks: { type: 'Chunk', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
  /** A key with one value: a text, a list of texts or a number. */
  CustomMetadata: {
    versions: GEMINI,
    fields: {
      stringValue: { type: 'string', oneof: 'value', doc: 'A text.' },
      stringListValue: { type: 'StringList', oneof: 'value', doc: 'Several texts.' },
      numericValue: { type: 'float', oneof: 'value', doc: 'A number.' },
      key: { type: 'string', required: true, doc: 'The name that filters use.' },
    },
  },
  StringList: {
    versions: GEMINI,
    fields: {
      values: {
        type: 'string',
        repeated: true,
        limits: { maxItems: 10 },
        doc: 'The texts, at most 10.',
      },
    },
  },
} as const satisfies MessageFamily;

/** Search in a corpus or a document. */
export const queryMessages = {
  QueryCorpusRequest: {
    versions: BETA,
    fields: {
      name: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'corpora/{id}; the URL of a call has it.',
      },
      query: { type: 'string', required: true, doc: 'What to look for, in words.' },
      metadataFilters: {
        type: 'MetadataFilter',
        repeated: true,
        doc: 'All must hold. A key is document.custom_metadata.{key} or chunk.custom_metadata.{key}.',
      },
      resultsCount: {
        type: 'int32',
        limits: { minimum: 0, maximum: 100 },
        doc: 'How many chunks to find, at most 100; 10 when absent.',
      },
    },
  },
  QueryCorpusResponse: {
    versions: BETA,
    fields: {
      relevantChunks: { type: 'RelevantChunk', repeated: true },
    },
  },
  QueryDocumentRequest: {
    versions: BETA,
    fields: {
      name: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'corpora/{id}/documents/{id}; the URL of a call has it.',
      },
      query: { type: 'string', required: true, doc: 'What to look for, in words.' },
      resultsCount: {
        type: 'int32',
        limits: { minimum: 0, maximum: 100 },
        doc: 'How many chunks to find, at most 100; 10 when absent.',
      },
      metadataFilters: {
        type: 'MetadataFilter',
        repeated: true,
        doc: 'All must hold. Only keys of chunks: chunk.custom_metadata.{key}.',
      },
    },
  },
  QueryDocumentResponse: {
    versions: BETA,
    fields: {
      relevantChunks: { type: 'RelevantChunk', repeated: true },
    },
  },
  RelevantChunk: {
    versions: BETA,
    fields: {
      chunkRelevanceScore: { type: 'float', doc: '0 to 1.' },
      chunk: { type: 'Chunk' },
      document: { type: 'Document' },
    },
  },
  MetadataFilter: {
    versions: BETA,
    fields: {
      key: {
        type: 'string',
        required: true,
        doc: 'document.custom_metadata.{key} or chunk.custom_metadata.{key}; each once, but for ranges of numbers.',
      },
      conditions: { type: 'Condition', repeated: true, required: true, doc: 'One must hold.' },
    },
  },
  Condition: {
    versions: BETA,
    fields: {
      stringValue: { type: 'string', oneof: 'value', doc: 'The text to compare with.' },
      numericValue: { type: 'float', oneof: 'value', doc: 'The number to compare with.' },
      operation: {
        type: 'Condition.Operator',
        required: true,
        doc: 'Texts: EQUAL and NOT_EQUAL; lists: INCLUDES and EXCLUDES; numbers: the rest too.',
      },
    },
  },
  'Condition.Operator': {
    versions: BETA,
    values: {
      OPERATOR_UNSPECIFIED: 0,
      LESS: 1,
      LESS_EQUAL: 2,
      EQUAL: 3,
      GREATER_EQUAL: 4,
      GREATER: 5,
      NOT_EQUAL: 6,
      INCLUDES: 7,
      EXCLUDES: 8,
    },
  },
} as const satisfies MessageFamily;

/** Many chunks in one call: at most 100, and all of one document. */
export const chunkBatchMessages = {
  CreateChunkRequest: {
    versions: BETA,
    fields: {
      parent: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'The document; the same as that of the call.',
      },
      chunk: { type: 'Chunk', required: true, doc: 'The chunk to make.' },
    },
  },
  BatchCreateChunksRequest: {
    versions: BETA,
    fields: {
      parent: { type: 'string', pathBound: true, doc: 'The document; the URL of a call has it.' },
      requests: {
        type: 'CreateChunkRequest',
        repeated: true,
        required: true,
        limits: { maxItems: 100 },
        doc: '1 to 100, all of this document.',
      },
    },
  },
  BatchCreateChunksResponse: {
    versions: BETA,
    fields: {
      chunks: { type: 'Chunk', repeated: true },
    },
  },
  UpdateChunkRequest: {
    versions: BETA,
    fields: {
      chunk: {
        type: 'Chunk',
        required: true,
        pathBound: true,
        doc: 'The chunk with its name, and what the mask names.',
      },
      updateMask: {
        type: 'fieldMask',
        required: true,
        doc: 'What to change, comma separated: customMetadata, data.',
      },
    },
  },
  BatchUpdateChunksRequest: {
    versions: BETA,
    fields: {
      parent: { type: 'string', pathBound: true, doc: 'The document; the URL of a call has it.' },
      requests: {
        type: 'UpdateChunkRequest',
        repeated: true,
        required: true,
        limits: { maxItems: 100 },
        doc: '1 to 100, all of this document.',
      },
    },
  },
  BatchUpdateChunksResponse: {
    versions: BETA,
    fields: {
      chunks: { type: 'Chunk', repeated: true },
    },
  },
  DeleteChunkRequest: {
    versions: BETA,
    fields: {
      name: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'The chunk to delete, corpora/{id}/documents/{id}/chunks/{id}.',
      },
    },
  },
  BatchDeleteChunksRequest: {
    versions: BETA,
    fields: {
      parent: { type: 'string', pathBound: true, doc: 'The document; the URL of a call has it.' },
      requests: {
        type: 'DeleteChunkRequest',
        repeated: true,
        required: true,
        limits: { maxItems: 100 },
        doc: 'The chunks to delete. The service does not publish a limit; 100 is safe.',
      },
    },
  },
} as const satisfies MessageFamily;
