import { deprecated } from '../status';
import { BETA, BETA3, GEMINI, NEW, PALM } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

/** Embeddings: current models take content, legacy ones take text. */
export const embedMessages = {
  EmbedContentRequest: {
    versions: GEMINI,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'models/{id}; the URL of a call has it, the requests of a batch repeat it.',
      },
      content: { type: 'Content', required: true, doc: 'Its text parts are embedded.' },
      taskType: {
        type: 'TaskType',
        presence: true,
        status: deprecated('embedContentConfig.taskType'),
        doc: 'What the embedding is for.',
      },
      title: {
        type: 'string',
        presence: true,
        status: deprecated('embedContentConfig.title'),
        doc: 'Title of a document. Only with the task type RETRIEVAL_DOCUMENT.',
      },
      outputDimensionality: {
        type: 'int32',
        presence: true,
        limits: generationLimits.outputDimensionality,
        status: deprecated('embedContentConfig.outputDimensionality'),
        doc: 'How many of the leading numbers to keep. Absent: all.',
      },
      embedContentConfig: {
        type: 'EmbedContentConfig',
        versions: NEW,
        doc: 'What the embedding is for, and how it is made.',
      },
    },
  },
  EmbedContentConfig: {
    versions: NEW,
    fields: {
      taskType: { type: 'TaskType', presence: true, doc: 'What the embedding is for.' },
      title: {
        type: 'string',
        presence: true,
        doc: 'Title of a document. Only with the task type RETRIEVAL_DOCUMENT.',
      },
      outputDimensionality: {
        type: 'int32',
        presence: true,
        limits: generationLimits.outputDimensionality,
        doc: 'How many of the leading numbers to keep. gemini-embedding-001 has 128 to 3,072, of unit length only with all.',
      },
      autoTruncate: {
        type: 'bool',
        presence: true,
        doc: 'Whether what is too long is cut; otherwise it is refused.',
      },
      documentOcr: {
        type: 'bool',
        presence: true,
        doc: 'Whether to read the text in pictures of documents.',
      },
      audioTrackExtraction: {
        type: 'bool',
        presence: true,
        doc: 'Whether the sound of a film counts too.',
      },
    },
  },
  /** Tokens of what was embedded. */
  EmbeddingUsageMetadata: {
    versions: NEW,
    fields: {
      promptTokenCount: { type: 'int32', outputOnly: true },
      promptTokenDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
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
      shape: {
        type: 'int32',
        repeated: true,
        versions: NEW,
        doc: 'Where there is more than one vector: rows and columns of the values.',
      },
    },
  },
  EmbedContentResponse: {
    versions: GEMINI,
    fields: {
      embedding: { type: 'ContentEmbedding', outputOnly: true },
      usageMetadata: { type: 'EmbeddingUsageMetadata', outputOnly: true, versions: NEW },
    },
  },
  BatchEmbedContentsRequest: {
    versions: GEMINI,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'models/{id}; the URL of a call has it.',
      },
      requests: {
        type: 'EmbedContentRequest',
        repeated: true,
        required: true,
        limits: { maxItems: 100 },
        doc: 'At most 100, each with the same model as the call.',
      },
    },
  },
  BatchEmbedContentsResponse: {
    versions: GEMINI,
    fields: {
      embeddings: { type: 'ContentEmbedding', repeated: true, outputOnly: true },
      usageMetadata: { type: 'EmbeddingUsageMetadata', outputOnly: true, versions: NEW },
    },
  },
  EmbedTextRequest: {
    versions: PALM,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'models/{id}; the URL of a call has it, the requests of a batch repeat it.',
      },
      text: { type: 'string', required: BETA3, doc: 'The text to embed.' },
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
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'models/{id}; the URL of a call has it.',
      },
      texts: {
        type: 'string',
        repeated: true,
        required: BETA3,
        limits: { maxItems: 100 },
        doc: 'The texts to embed, at most 100.',
      },
      requests: {
        type: 'EmbedTextRequest',
        repeated: true,
        versions: BETA,
        limits: { maxItems: 100 },
        doc: 'At most 100, instead of texts.',
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
