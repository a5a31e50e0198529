import { GEMINI, NEW, TODAY_V1 } from '../versions';
import { storeLimits } from './fieldLimits';
import type { MessageFamily } from './row';

export const fileSearchMessages = {
  FileSearchStore: {
    versions: NEW,
    fields: {
      name: {
        type: 'string',
        outputOnly: true,
        immutable: true,
        doc: 'Name in the format fileSearchStores/{id}. The server generates the ID from the display name and 12 characters.',
      },
      displayName: {
        type: 'string',
        limits: { maxLength: storeLimits.displayName },
        doc: 'Display name, up to 512 characters.',
      },
      createTime: { type: 'timestamp', outputOnly: true, doc: 'Creation time.' },
      updateTime: { type: 'timestamp', outputOnly: true, doc: 'Time of the last update.' },
      activeDocumentsCount: {
        type: 'int64',
        outputOnly: true,
        doc: 'Number of documents that can be searched.',
      },
      pendingDocumentsCount: {
        type: 'int64',
        outputOnly: true,
        doc: 'Number of documents still being processed.',
      },
      failedDocumentsCount: {
        type: 'int64',
        outputOnly: true,
        doc: 'Number of documents that failed processing.',
      },
      sizeBytes: { type: 'int64', outputOnly: true, doc: 'Total size in bytes.' },
      embeddingModel: {
        type: 'string',
        doc: 'Embedding model for searches, in the format models/{id}. Images require a multimodal model instead of the default.',
      },
    },
  },
  ListFileSearchStoresResponse: {
    versions: NEW,
    fields: {
      fileSearchStores: { type: 'FileSearchStore', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
  /** How files are split into chunks. Default: chosen by the API. */
  ChunkingConfig: {
    versions: NEW,
    fields: {
      whiteSpaceConfig: { type: 'WhiteSpaceConfig', doc: 'Splits text at whitespace.' },
    },
  },
  WhiteSpaceConfig: {
    versions: NEW,
    fields: {
      maxTokensPerChunk: {
        type: 'int32',
        limits: { minimum: 0, maximum: storeLimits.tokensPerChunk },
        doc: 'Maximum number of words per chunk, up to 512.',
      },
      maxOverlapTokens: {
        type: 'int32',
        limits: { minimum: 0 },
        doc: 'Maximum number of words shared by adjacent chunks. Must be less than the chunk size.',
      },
    },
  },
  ImportFileRequest: {
    versions: NEW,
    fields: {
      fileSearchStoreName: {
        type: 'string',
        pathBound: true,
        doc: 'Store name, in the format fileSearchStores/{id}. Part of the request URL.',
      },
      fileName: {
        type: 'string',
        required: true,
        doc: 'File to import, in the format files/{id}.',
      },
      customMetadata: {
        type: 'CustomMetadata',
        repeated: true,
        limits: { maxItems: storeLimits.customMetadata },
        doc: 'Up to 20 metadata entries for search filters.',
      },
      chunkingConfig: { type: 'ChunkingConfig', doc: 'Settings for splitting text into chunks.' },
    },
  },
  UploadToFileSearchStoreRequest: {
    versions: NEW,
    fields: {
      fileSearchStoreName: {
        type: 'string',
        pathBound: true,
        doc: 'Store name, in the format fileSearchStores/{id}. Part of the request URL.',
      },
      displayName: {
        type: 'string',
        limits: { maxLength: storeLimits.displayName },
        doc: 'Display name of the document, up to 512 characters. Cited in responses.',
      },
      customMetadata: {
        type: 'CustomMetadata',
        repeated: true,
        limits: { maxItems: storeLimits.customMetadata },
        doc: 'Up to 20 metadata entries for search filters.',
      },
      chunkingConfig: { type: 'ChunkingConfig', doc: 'Settings for splitting text into chunks.' },
      mimeType: { type: 'string', doc: 'MIME type of the bytes. Detected if not set.' },
    },
  },
  /** Operation with its own shape, equivalent to `google.longrunning.Operation`. */
  CustomLongRunningOperation: {
    versions: NEW,
    fields: {
      name: { type: 'string', doc: 'fileSearchStores/{id}/upload/operations/{id}.' },
      metadata: { type: 'any', doc: 'Progress of the operation.' },
      done: { type: 'bool' },
      error: { type: 'google.rpc.Status' },
      response: { type: 'any' },
    },
  },
  FileSearchOperationResponse: {
    versions: NEW,
    fields: {
      parent: { type: 'string', doc: 'The store.' },
      documentName: { type: 'string', doc: 'The created document.' },
    },
  },
  /** Placeholder for the bytes returned with `alt=media`. */
  MediaBytes: { versions: NEW, fields: {} },
  FileSearch: {
    versions: GEMINI,
    reaches: 'search',
    fields: {
      fileSearchStoreNames: {
        type: 'string',
        repeated: true,
        versions: NEW,
        doc: 'Stores to search, such as fileSearchStores/{id}.',
      },
      topK: { type: 'int32', versions: NEW, doc: 'Number of passages to retrieve.' },
      metadataFilter: {
        type: 'string',
        versions: NEW,
        doc: 'Filter on document metadata, such as genre = "fiction" AND year >= 1900.',
      },
      retrievalResources: {
        type: 'FileSearch.RetrievalResource',
        repeated: true,
        versions: TODAY_V1,
        doc: 'Stores to search, in the legacy format.',
      },
      retrievalConfig: {
        type: 'FileSearch.RetrievalConfig',
        versions: TODAY_V1,
        doc: 'Search settings, in the legacy format.',
      },
    },
  },
  'FileSearch.RetrievalResource': {
    versions: TODAY_V1,
    fields: {
      ragStoreName: {
        type: 'string',
        required: true,
        doc: 'Store name, in the format ragStores/{id}.',
      },
    },
  },
  'FileSearch.RetrievalConfig': {
    versions: TODAY_V1,
    fields: {
      topK: { type: 'int32', presence: true, doc: 'Number of passages to retrieve.' },
      metadataFilter: {
        type: 'string',
        doc: 'Filter on document metadata.',
      },
    },
  },
  'GroundingChunk.RetrievedContext': {
    versions: GEMINI,
    fields: {
      uri: { type: 'string', presence: true },
      title: { type: 'string', presence: true },
      text: { type: 'string', presence: true },
      fileSearchStore: {
        type: 'string',
        versions: NEW,
        doc: 'Store of the document, in the format fileSearchStores/{id}.',
      },
      pageNumber: {
        type: 'int32',
        versions: NEW,
        doc: 'Page number in the document, starting at 1.',
      },
      mediaId: {
        type: 'string',
        versions: NEW,
        doc: 'Media found if the result isn’t text, in the format fileSearchStores/{id}/media/{id}.',
      },
      customMetadata: {
        type: 'GroundingChunk.CustomMetadata',
        repeated: true,
        versions: NEW,
        doc: 'Metadata of the document.',
      },
    },
  },
  'GroundingChunk.CustomMetadata': {
    versions: NEW,
    fields: {
      stringValue: { type: 'string' },
      stringListValue: { type: 'GroundingChunk.StringList' },
      numericValue: { type: 'float' },
      key: { type: 'string' },
    },
  },
  'GroundingChunk.StringList': {
    versions: NEW,
    fields: { values: { type: 'string', repeated: true } },
  },
} as const satisfies MessageFamily;
