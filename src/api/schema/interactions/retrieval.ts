import type { FieldRow, MessageFamily } from '../row';
import { kind, METADATA_FILTER, outdated, SNAKE, TOP_K, words } from './shared';

const NEARER = {
  type: 'double',
  doc: 'Only passages that are nearer than this.',
} as const satisfies FieldRow;

const RANKING_MODEL = {
  type: 'string',
  doc: 'The model that ranks.',
} as const satisfies FieldRow;

const OTHER_OPTIONS = {
  type: 'struct',
  doc: 'What else its maker takes.',
} as const satisfies FieldRow;

/** The tool that searches what the cloud platform and others keep. */
export const retrievalMessages = {
  'interactions.Retrieval': {
    ...SNAKE,
    reaches: 'search',
    fields: {
      type: kind('retrieval'),
      retrieval_types: {
        type: 'interactions.RetrievalType',
        repeated: true,
        doc: 'Where it may search.',
      },
      vertex_ai_search_config: {
        type: 'interactions.VertexAISearchConfig',
        doc: 'What of Vertex AI Search is searched.',
      },
      rag_store_config: {
        type: 'interactions.RagStoreConfig',
        doc: 'What of the corpora of Vertex AI is searched.',
      },
      exa_ai_search_config: {
        type: 'interactions.ExaAISearchConfig',
        doc: 'How Exa.ai is searched.',
      },
      parallel_ai_search_config: {
        type: 'interactions.ParallelAISearchConfig',
        doc: 'How Parallel.ai is searched.',
      },
    },
  },
  'interactions.RetrievalType': words(
    'vertex_ai_search',
    'rag_store',
    'exa_ai_search',
    'parallel_ai_search',
  ),
  'interactions.VertexAISearchConfig': {
    ...SNAKE,
    fields: {
      engine: { type: 'string', doc: 'The engine that is asked.' },
      datastores: { type: 'string', repeated: true, doc: 'The data stores that are searched.' },
    },
  },
  'interactions.ExaAISearchConfig': {
    ...SNAKE,
    fields: {
      api_key: {
        type: 'string',
        required: true,
        secret: true,
        reaches: 'credential',
        doc: 'A key of Exa.ai.',
      },
      custom_config: OTHER_OPTIONS,
    },
  },
  'interactions.ParallelAISearchConfig': {
    ...SNAKE,
    fields: {
      api_key: {
        type: 'string',
        secret: true,
        reaches: 'credential',
        doc: 'A key of Parallel.ai.',
      },
      custom_config: OTHER_OPTIONS,
    },
  },
  'interactions.RagStoreConfig': {
    ...SNAKE,
    fields: {
      rag_resources: {
        type: 'interactions.RagResource',
        repeated: true,
        doc: 'The corpora that are searched.',
      },
      rag_retrieval_config: { type: 'interactions.RagRetrievalConfig', doc: 'How to search.' },
      similarity_top_k: {
        type: 'int32',
        status: outdated('rag_retrieval_config.top_k'),
        doc: 'How many passages are taken.',
      },
      vector_distance_threshold: {
        ...NEARER,
        status: outdated('rag_retrieval_config.filter.vector_distance_threshold'),
      },
    },
  },
  'interactions.RagResource': {
    ...SNAKE,
    fields: {
      rag_corpus: { type: 'string', doc: 'The corpus.' },
      rag_file_ids: { type: 'string', repeated: true, doc: 'Only these files of it.' },
    },
  },
  'interactions.RagRetrievalConfig': {
    ...SNAKE,
    fields: {
      top_k: TOP_K,
      filter: { type: 'interactions.RagFilter', doc: 'What is not taken.' },
      hybrid_search: { type: 'interactions.HybridSearch', doc: 'By meaning, by words, or both.' },
      ranking: { type: 'interactions.Ranking', doc: 'How what was found is ordered.' },
    },
  },
  'interactions.RagFilter': {
    ...SNAKE,
    fields: {
      metadata_filter: METADATA_FILTER,
      vector_distance_threshold: NEARER,
      vector_similarity_threshold: {
        type: 'double',
        doc: 'Only passages that are more alike than this.',
      },
    },
  },
  'interactions.HybridSearch': {
    ...SNAKE,
    fields: {
      alpha: { type: 'double', doc: '0 to 1: how much meaning counts beside words.' },
    },
  },
  'interactions.Ranking': {
    ...SNAKE,
    fields: {
      ranking_config: kind('rank_service'),
      model_name: RANKING_MODEL,
      rank_service: { type: 'interactions.RankService', doc: 'The service that ranks.' },
    },
  },
  'interactions.RankService': { ...SNAKE, fields: { model_name: RANKING_MODEL } },
} as const satisfies MessageFamily;
