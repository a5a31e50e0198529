import { BETA, GEMINI, NEW } from '../versions';
import { RESOURCE_ID } from './fieldLimits';
import type { MessageFamily } from './row';

export const retrievalMessages = {
  Corpus: {
    versions: BETA,
    most: 5,
    fields: {
      name: {
        type: 'string',
        immutable: true,
        limits: { idPattern: RESOURCE_ID },
        doc: 'Name, in the format corpora/{id}. The ID has up to 40 lowercase letters, digits, and inner dashes (default: generated from the display name).',
      },
      displayName: {
        type: 'string',
        limits: { maxLength: 512 },
        doc: 'Display name, up to 512 characters.',
      },
      createTime: { type: 'timestamp', outputOnly: true, doc: 'Creation time.' },
      updateTime: { type: 'timestamp', outputOnly: true, doc: 'Time of the last update.' },
    },
  },
  ListCorporaResponse: {
    versions: BETA,
    fields: {
      corpora: { type: 'Corpus', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
  Document: {
    versions: GEMINI,
    most: 10_000,
    fields: {
      name: {
        type: 'string',
        immutable: true,
        limits: { idPattern: RESOURCE_ID },
        doc: 'Document name, in the format corpora/{id}/documents/{id} or fileSearchStores/{id}/documents/{id}. Default: generated from the display name.',
      },
      displayName: {
        type: 'string',
        limits: { maxLength: 512 },
        doc: 'Display name, up to 512 characters.',
      },
      customMetadata: {
        type: 'CustomMetadata',
        repeated: true,
        limits: { maxItems: 20 },
        doc: 'Up to 20 metadata entries for filtering queries.',
      },
      updateTime: { type: 'timestamp', outputOnly: true, doc: 'Time of the last update.' },
      createTime: { type: 'timestamp', outputOnly: true, doc: 'Creation time.' },
      state: {
        type: 'Document.State',
        outputOnly: true,
        versions: NEW,
        doc: 'State of a document in a file search store. Only active documents are searched.',
      },
      sizeBytes: {
        type: 'int64',
        outputOnly: true,
        versions: NEW,
        doc: 'Size of the source file in bytes.',
      },
      mimeType: {
        type: 'string',
        outputOnly: true,
        versions: NEW,
        doc: 'MIME type of the source file.',
      },
    },
  },
  'Document.State': {
    versions: NEW,
    // Numbers are unpublished and follow the documented order.
    values: { STATE_UNSPECIFIED: 0, STATE_PENDING: 1, STATE_ACTIVE: 2, STATE_FAILED: 3 },
  },
  ListDocumentsResponse: {
    versions: GEMINI,
    fields: {
      documents: { type: 'Document', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
  Chunk: {
    versions: BETA,
    most: 1_000_000,
    fields: {
      name: {
        type: 'string',
        immutable: true,
        limits: { idPattern: RESOURCE_ID },
        doc: 'Chunk name, in the format corpora/{id}/documents/{id}/chunks/{id}. Default: an ID of 12 random characters.',
      },
      data: { type: 'ChunkData', required: true, doc: 'Text to search.' },
      customMetadata: {
        type: 'CustomMetadata',
        repeated: true,
        limits: { maxItems: 20 },
        doc: 'Up to 20 metadata entries for filtering queries.',
      },
      createTime: { type: 'timestamp', outputOnly: true, doc: 'Creation time.' },
      updateTime: { type: 'timestamp', outputOnly: true, doc: 'Time of the last update.' },
      state: {
        type: 'Chunk.State',
        outputOnly: true,
        doc: 'State of the chunk. Only active chunks are searched.',
      },
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
        doc: 'Text of up to 2,043 tokens.',
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
  CustomMetadata: {
    versions: GEMINI,
    fields: {
      stringValue: { type: 'string', oneof: 'value', doc: 'String value.' },
      stringListValue: { type: 'StringList', oneof: 'value', doc: 'List of strings.' },
      numericValue: { type: 'float', oneof: 'value', doc: 'Numeric value.' },
      key: { type: 'string', required: true, doc: 'Key to use in filters.' },
    },
  },
  StringList: {
    versions: GEMINI,
    fields: {
      values: {
        type: 'string',
        repeated: true,
        limits: { maxItems: 10 },
        doc: 'Up to 10 strings.',
      },
    },
  },
} as const satisfies MessageFamily;

export const queryMessages = {
  QueryCorpusRequest: {
    versions: BETA,
    fields: {
      name: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'Corpus name, in the format corpora/{id}. Part of the request URL.',
      },
      query: { type: 'string', required: true, doc: 'Search query in natural language.' },
      metadataFilters: {
        type: 'MetadataFilter',
        repeated: true,
        doc: 'Filters that must all match. Keys have the format document.custom_metadata.{key} or chunk.custom_metadata.{key}.',
      },
      resultsCount: {
        type: 'int32',
        limits: { minimum: 0, maximum: 100 },
        doc: 'Number of chunks to return, up to 100. Default: 10.',
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
        doc: 'Document name, in the format corpora/{id}/documents/{id}. Part of the request URL.',
      },
      query: { type: 'string', required: true, doc: 'Search query in natural language.' },
      resultsCount: {
        type: 'int32',
        limits: { minimum: 0, maximum: 100 },
        doc: 'Number of chunks to return, up to 100. Default: 10.',
      },
      metadataFilters: {
        type: 'MetadataFilter',
        repeated: true,
        doc: 'Filters that must all match. Only chunk keys are allowed: chunk.custom_metadata.{key}.',
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
        doc: 'Metadata key: document.custom_metadata.{key} or chunk.custom_metadata.{key}. Use each key only once, except for numeric ranges.',
      },
      conditions: {
        type: 'Condition',
        repeated: true,
        required: true,
        doc: 'Conditions, at least one of which must match.',
      },
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
        doc: 'Comparison operator. INCLUDES and EXCLUDES apply to lists, EQUAL and NOT_EQUAL to strings and numbers, and all others to numbers only.',
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

/** Bulk chunk calls: up to 100 chunks of one document. */
export const chunkBatchMessages = {
  CreateChunkRequest: {
    versions: BETA,
    fields: {
      parent: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'Parent document. Must be the same as in the request.',
      },
      chunk: { type: 'Chunk', required: true, doc: 'Chunk to create.' },
    },
  },
  BatchCreateChunksRequest: {
    versions: BETA,
    fields: {
      parent: { type: 'string', pathBound: true, doc: 'Parent document. Part of the request URL.' },
      requests: {
        type: 'CreateChunkRequest',
        repeated: true,
        required: true,
        limits: { maxItems: 100 },
        doc: '1 to 100 requests, all for this document.',
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
        doc: 'Chunk with its name and the fields listed in updateMask.',
      },
      updateMask: {
        type: 'fieldMask',
        required: true,
        doc: 'Comma-separated list of fields to update: customMetadata, data.',
      },
    },
  },
  BatchUpdateChunksRequest: {
    versions: BETA,
    fields: {
      parent: { type: 'string', pathBound: true, doc: 'Parent document. Part of the request URL.' },
      requests: {
        type: 'UpdateChunkRequest',
        repeated: true,
        required: true,
        limits: { maxItems: 100 },
        doc: '1 to 100 requests, all for this document.',
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
        doc: 'Name of the chunk to delete, in the format corpora/{id}/documents/{id}/chunks/{id}.',
      },
    },
  },
  BatchDeleteChunksRequest: {
    versions: BETA,
    fields: {
      parent: { type: 'string', pathBound: true, doc: 'Parent document. Part of the request URL.' },
      requests: {
        type: 'DeleteChunkRequest',
        repeated: true,
        required: true,
        limits: { maxItems: 100 },
        doc: 'Chunks to delete. The limit isn’t documented, but 100 is safe.',
      },
    },
  },
} as const satisfies MessageFamily;
