import { BETA } from '../versions';
import type { MessageFamily } from './row';

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
