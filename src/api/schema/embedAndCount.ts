import { deprecated } from '../status';
import { BETA, BETA3, GEMINI, NEW, PALM, TODAY_V1 } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

/** Embeddings: current models accept content, legacy models text. */
export const embedMessages = {
  EmbedContentRequest: {
    versions: GEMINI,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'Model name, in the format models/{id}. Part of the request URL and repeated in each request of a batch.',
      },
      content: { type: 'Content', required: true, doc: 'Content whose text parts are embedded.' },
      taskType: {
        type: 'TaskType',
        presence: true,
        status: deprecated('embedContentConfig.taskType'),
        doc: 'Purpose of the embedding.',
      },
      title: {
        type: 'string',
        presence: true,
        status: deprecated('embedContentConfig.title'),
        doc: 'Title of the document. Only for the task type RETRIEVAL_DOCUMENT.',
      },
      outputDimensionality: {
        type: 'int32',
        presence: true,
        limits: generationLimits.outputDimensionality,
        status: deprecated('embedContentConfig.outputDimensionality'),
        doc: 'Number of leading dimensions to retain. Default: all.',
      },
      embedContentConfig: {
        type: 'EmbedContentConfig',
        versions: NEW,
        doc: 'Settings for the embedding, such as its purpose.',
      },
    },
  },
  EmbedContentConfig: {
    versions: NEW,
    fields: {
      taskType: { type: 'TaskType', presence: true, doc: 'Purpose of the embedding.' },
      title: {
        type: 'string',
        presence: true,
        doc: 'Title of the document. Only for the task type RETRIEVAL_DOCUMENT.',
      },
      outputDimensionality: {
        type: 'int32',
        presence: true,
        limits: generationLimits.outputDimensionality,
        doc: 'Number of leading dimensions to retain. gemini-embedding-001 supports 128 to 3,072 and normalizes vectors only at full size.',
      },
      autoTruncate: {
        type: 'bool',
        presence: true,
        doc: 'Whether to truncate input that is too long. Otherwise, it is rejected.',
      },
      documentOcr: {
        type: 'bool',
        presence: true,
        doc: 'Whether to read the text in images of documents.',
      },
      audioTrackExtraction: {
        type: 'bool',
        presence: true,
        doc: 'Whether to include the audio of a video.',
      },
    },
  },
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
        doc: 'Rows and columns of the values, if there are multiple vectors.',
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
        doc: 'Model name, in the format models/{id}. Part of the request URL.',
      },
      requests: {
        type: 'EmbedContentRequest',
        repeated: true,
        required: true,
        limits: { maxItems: 100 },
        doc: 'Up to 100 requests, each with the same model as the call.',
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
        doc: 'Model name, in the format models/{id}. Part of the request URL and repeated in each request of a batch.',
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
        doc: 'Model name, in the format models/{id}. Part of the request URL.',
      },
      texts: {
        type: 'string',
        repeated: true,
        required: BETA3,
        limits: { maxItems: 100 },
        doc: 'Up to 100 strings to embed.',
      },
      requests: {
        type: 'EmbedTextRequest',
        repeated: true,
        versions: BETA,
        limits: { maxItems: 100 },
        doc: 'Up to 100 requests, instead of plain strings.',
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

export const countMessages = {
  CountTokensRequest: {
    versions: GEMINI,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'Model name, in the format models/{id}. Part of the request URL.',
      },
      contents: {
        type: 'Content',
        repeated: true,
        doc: 'The conversation to count. Can’t be combined with generateContentRequest.',
      },
      generateContentRequest: {
        type: 'GenerateContentRequest',
        doc: 'A complete request to count, including its model, instructions, and tools.',
      },
    },
  },
  CountTokensResponse: {
    versions: GEMINI,
    fields: {
      totalTokens: { type: 'int32' },
      cachedContentTokenCount: { type: 'int32', versions: TODAY_V1 },
      promptTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
      cacheTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
    },
  },
  ModalityTokenCount: {
    versions: GEMINI,
    fields: {
      modality: { type: 'Modality' },
      tokenCount: { type: 'int32' },
    },
  },
  Modality: {
    versions: GEMINI,
    values: { MODALITY_UNSPECIFIED: 0, TEXT: 1, IMAGE: 2, VIDEO: 3, AUDIO: 4, DOCUMENT: 5 },
  },
} as const satisfies MessageFamily;
