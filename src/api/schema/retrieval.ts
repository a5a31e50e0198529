import { BETA } from '../versions';
import type { MessageFamily } from './row';

/** Semantic retrieval: corpora, their documents, and the chunks that are searched. */
export const retrievalMessages = {
  /** A collection of documents. At most 5 per project. */
  Corpus: {
    versions: BETA,
    fields: {
      name: {
        type: 'string',
        immutable: true,
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
  /** A collection of chunks. At most 10,000 per corpus. */
  Document: {
    versions: BETA,
    fields: {
      name: {
        type: 'string',
        immutable: true,
        doc: 'corpora/{id}/documents/{id}. Absent on create: made from the display name.',
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
    },
  },
  ListDocumentsResponse: {
    versions: BETA,
    fields: {
      documents: { type: 'Document', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
  /** A piece of text that is searched as one. At most 1,000,000 per corpus. */
  Chunk: {
    versions: BETA,
    fields: {
      name: {
        type: 'string',
        immutable: true,
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
      stringValue: { type: 'string', oneof: 'data', doc: 'At most 2,043 tokens.' },
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
    versions: BETA,
    fields: {
      stringValue: { type: 'string', oneof: 'value', doc: 'A text.' },
      stringListValue: { type: 'StringList', oneof: 'value', doc: 'Several texts.' },
      numericValue: { type: 'float', oneof: 'value', doc: 'A number.' },
      key: { type: 'string', required: true, doc: 'The name that filters use.' },
    },
  },
  StringList: {
    versions: BETA,
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
