import { GEMINI, NEW, TODAY_V1 } from '../versions';
import { storeLimits } from './fieldLimits';
import type { MessageFamily } from './row';

/** Stores of files, what goes into them, and how models search in them. */
export const fileSearchMessages = {
  /** A collection of documents that models search in. The numbers follow what is in it. */
  FileSearchStore: {
    versions: NEW,
    fields: {
      name: {
        type: 'string',
        outputOnly: true,
        immutable: true,
        doc: 'fileSearchStores/{id}; the service makes it of the display name and 12 characters.',
      },
      displayName: {
        type: 'string',
        limits: { maxLength: storeLimits.displayName },
        doc: 'Name for people, at most 512 characters.',
      },
      createTime: { type: 'timestamp', outputOnly: true, doc: 'When it was created.' },
      updateTime: { type: 'timestamp', outputOnly: true, doc: 'When it was changed last.' },
      activeDocumentsCount: {
        type: 'int64',
        outputOnly: true,
        doc: 'Documents that can be searched.',
      },
      pendingDocumentsCount: {
        type: 'int64',
        outputOnly: true,
        doc: 'Documents that are still processed.',
      },
      failedDocumentsCount: {
        type: 'int64',
        outputOnly: true,
        doc: 'Documents whose processing has failed.',
      },
      sizeBytes: { type: 'int64', outputOnly: true, doc: 'Bytes of all that is in it.' },
      embeddingModel: {
        type: 'string',
        doc: 'models/{id}: what searches compare by. The service has a default; pictures need one for several media.',
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
  /** How the text of a file is cut into chunks. Absent: as the service finds best. */
  ChunkingConfig: {
    versions: NEW,
    fields: {
      whiteSpaceConfig: { type: 'WhiteSpaceConfig', doc: 'Cuts where there is white space.' },
    },
  },
  WhiteSpaceConfig: {
    versions: NEW,
    fields: {
      maxTokensPerChunk: {
        type: 'int32',
        limits: { minimum: 0, maximum: storeLimits.tokensPerChunk },
        doc: 'Most words of a chunk, at most 512.',
      },
      maxOverlapTokens: {
        type: 'int32',
        limits: { minimum: 0 },
        doc: 'Most words at the end of a chunk that the next one begins with. Fewer than a chunk has.',
      },
    },
  },
  /** Makes a document of a file that was uploaded before. */
  ImportFileRequest: {
    versions: NEW,
    fields: {
      fileSearchStoreName: {
        type: 'string',
        pathBound: true,
        doc: 'fileSearchStores/{id}; the URL of a call has it.',
      },
      fileName: { type: 'string', required: true, doc: 'files/{id}: the file to import.' },
      customMetadata: {
        type: 'CustomMetadata',
        repeated: true,
        limits: { maxItems: storeLimits.customMetadata },
        doc: 'At most 20, for filters of a search.',
      },
      chunkingConfig: { type: 'ChunkingConfig', doc: 'How its text is cut into chunks.' },
    },
  },
  /** Makes a document of the bytes that come with it. */
  UploadToFileSearchStoreRequest: {
    versions: NEW,
    fields: {
      fileSearchStoreName: {
        type: 'string',
        pathBound: true,
        doc: 'fileSearchStores/{id}; the URL of a call has it.',
      },
      displayName: {
        type: 'string',
        limits: { maxLength: storeLimits.displayName },
        doc: 'Name of the document for people, at most 512 characters. Answers cite it.',
      },
      customMetadata: {
        type: 'CustomMetadata',
        repeated: true,
        limits: { maxItems: storeLimits.customMetadata },
        doc: 'At most 20, for filters of a search.',
      },
      chunkingConfig: { type: 'ChunkingConfig', doc: 'How its text is cut into chunks.' },
      mimeType: { type: 'string', doc: 'What the bytes are; found out where it is absent.' },
    },
  },
  /** An operation of its own shape, which says the same as those of other services. */
  CustomLongRunningOperation: {
    versions: NEW,
    fields: {
      name: { type: 'string', doc: 'fileSearchStores/{id}/upload/operations/{id}.' },
      metadata: { type: 'any', doc: 'How far it is.' },
      done: { type: 'bool' },
      error: { type: 'google.rpc.Status' },
      response: { type: 'any' },
    },
  },
  /** What an import or an upload ends with. */
  FileSearchOperationResponse: {
    versions: NEW,
    fields: {
      parent: { type: 'string', doc: 'The store.' },
      documentName: { type: 'string', doc: 'The document that was made.' },
    },
  },
  /** Stands for the bytes that come with `alt=media`. */
  MediaBytes: { versions: NEW, fields: {} },
  /** The tool: lets the model search in stores. */
  FileSearch: {
    versions: GEMINI,
    reaches: 'search',
    fields: {
      fileSearchStoreNames: {
        type: 'string',
        repeated: true,
        versions: NEW,
        doc: 'The stores to search in, such as fileSearchStores/{id}.',
      },
      topK: { type: 'int32', versions: NEW, doc: 'How many passages to find.' },
      metadataFilter: {
        type: 'string',
        versions: NEW,
        doc: 'Which documents are searched, by their metadata, such as genre = "fiction" AND year >= 1900.',
      },
      retrievalResources: {
        type: 'FileSearch.RetrievalResource',
        repeated: true,
        versions: TODAY_V1,
        doc: 'The stores to search in, in an older form.',
      },
      retrievalConfig: {
        type: 'FileSearch.RetrievalConfig',
        versions: TODAY_V1,
        doc: 'How to search, in an older form.',
      },
    },
  },
  'FileSearch.RetrievalResource': {
    versions: TODAY_V1,
    fields: {
      ragStoreName: { type: 'string', required: true, doc: 'Name of a store: ragStores/{id}.' },
    },
  },
  'FileSearch.RetrievalConfig': {
    versions: TODAY_V1,
    fields: {
      topK: { type: 'int32', presence: true, doc: 'How many passages to find.' },
      metadataFilter: {
        type: 'string',
        doc: 'A condition on the metadata of what is searched.',
      },
    },
  },
  /** A passage that a search in stores has found. */
  'GroundingChunk.RetrievedContext': {
    versions: GEMINI,
    fields: {
      uri: { type: 'string', presence: true },
      title: { type: 'string', presence: true },
      text: { type: 'string', presence: true },
      fileSearchStore: {
        type: 'string',
        versions: NEW,
        doc: 'The store of the document, fileSearchStores/{id}.',
      },
      pageNumber: { type: 'int32', versions: NEW, doc: 'Page of the document, from 1 on.' },
      mediaId: {
        type: 'string',
        versions: NEW,
        doc: 'What was found where it is no text: fileSearchStores/{id}/media/{id}.',
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
