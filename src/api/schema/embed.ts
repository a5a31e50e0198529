import { BETA, BETA3, GEMINI, PALM } from '../versions';
import type { MessageFamily } from './row';

/** Embeddings: current models take content, legacy ones take text. */
export const embedMessages = {
  EmbedContentRequest: {
    versions: GEMINI,
    fields: {
      model: { type: 'string', required: true, pathBound: true },
      content: { type: 'Content', required: true, doc: 'Its text parts are embedded.' },
      taskType: { type: 'TaskType', presence: true, doc: 'What the embedding is for.' },
      title: { type: 'string', presence: true, doc: 'Only with RETRIEVAL_DOCUMENT.' },
      outputDimensionality: { type: 'int32', presence: true, doc: 'Leading numbers to keep.' },
    },
  },
  TaskType: {
    versions: GEMINI,
    values: {
      TASK_TYPE_UNSPECIFIED: 0,
      RETRIEVAL_QUERY: 1,
      RETRIEVAL_DOCUMENT: 2,
      SEMANTIC_SIMILARITY: 3,
      CLASSIFICATION: 4,
      CLUSTERING: 5,
      QUESTION_ANSWERING: 6,
      FACT_VERIFICATION: 7,
      CODE_RETRIEVAL_QUERY: 8,
    },
  },
  ContentEmbedding: {
    versions: GEMINI,
    fields: {
      values: { type: 'float', repeated: true },
    },
  },
  EmbedContentResponse: {
    versions: GEMINI,
    fields: {
      embedding: { type: 'ContentEmbedding', outputOnly: true },
    },
  },
  BatchEmbedContentsRequest: {
    versions: GEMINI,
    fields: {
      model: { type: 'string', required: true, pathBound: true },
      requests: {
        type: 'EmbedContentRequest',
        repeated: true,
        required: true,
        doc: 'Each with the same model as the call.',
      },
    },
  },
  BatchEmbedContentsResponse: {
    versions: GEMINI,
    fields: {
      embeddings: { type: 'ContentEmbedding', repeated: true, outputOnly: true },
    },
  },
  EmbedTextRequest: {
    versions: PALM,
    fields: {
      model: { type: 'string', required: true, pathBound: true },
      text: { type: 'string', required: BETA3 },
    },
  },
  Embedding: {
    versions: PALM,
    fields: {
      value: { type: 'float', repeated: true },
    },
  },
  EmbedTextResponse: {
    versions: PALM,
    fields: {
      embedding: { type: 'Embedding', outputOnly: true, presence: true },
    },
  },
  BatchEmbedTextRequest: {
    versions: PALM,
    fields: {
      model: { type: 'string', required: true, pathBound: true },
      texts: { type: 'string', repeated: true, required: BETA3, doc: 'At most 100.' },
      requests: {
        type: 'EmbedTextRequest',
        repeated: true,
        versions: BETA,
        doc: 'Instead of texts.',
      },
    },
  },
  BatchEmbedTextResponse: {
    versions: PALM,
    fields: {
      embeddings: { type: 'Embedding', repeated: true, outputOnly: true },
    },
  },
} as const satisfies MessageFamily;
