import type { FieldRow, MessageFamily } from '../row';
import { kind, METADATA_FILTER, outdated, SNAKE, TOP_K, words } from './shared';

const NEARER = {
  type: 'double',
  doc: 'Maximum vector distance of passages.',
} as const satisfies FieldRow;

const RANKING_MODEL = {
  type: 'string',
  doc: 'Name of the ranking model.',
} as const satisfies FieldRow;

const OTHER_OPTIONS = {
  type: 'struct',
  doc: 'Additional options of the provider.',
} as const satisfies FieldRow;

/** Retrieval tool for Google Cloud and third-party data. */
export const retrievalMessages = {
  'interactions.Retrieval': {
    ...SNAKE,
    reaches: 'search',
    fields: {
      type: kind('retrieval'),
      retrieval_types: {
        type: 'interactions.RetrievalType',
        repeated: true,
        doc: 'Sources the tool can search.',
      },
      vertex_ai_search_config: {
        type: 'interactions.VertexAISearchConfig',
        doc: 'Vertex AI Search settings.',
      },
      rag_store_config: {
        type: 'interactions.RagStoreConfig',
        doc: 'Settings for Vertex AI corpora.',
      },
      exa_ai_search_config: {
        type: 'interactions.ExaAISearchConfig',
        doc: 'Exa.ai settings.',
      },
      parallel_ai_search_config: {
        type: 'interactions.ParallelAISearchConfig',
        doc: 'Parallel.ai settings.',
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
      engine: { type: 'string', doc: 'Search engine to use.' },
      datastores: { type: 'string', repeated: true, doc: 'Data stores to search.' },
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
        doc: 'Exa.ai API key.',
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
        doc: 'Parallel.ai API key.',
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
        doc: 'Corpora to search.',
      },
      rag_retrieval_config: { type: 'interactions.RagRetrievalConfig', doc: 'Retrieval settings.' },
      similarity_top_k: {
        type: 'int32',
        status: outdated('rag_retrieval_config.top_k'),
        doc: 'Number of passages to return.',
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
      rag_corpus: { type: 'string', doc: 'Name of the corpus.' },
      rag_file_ids: {
        type: 'string',
        repeated: true,
        doc: 'IDs of the files to search. Other files in the corpus are ignored.',
      },
    },
  },
  'interactions.RagRetrievalConfig': {
    ...SNAKE,
    fields: {
      top_k: TOP_K,
      filter: { type: 'interactions.RagFilter', doc: 'Filter that excludes passages.' },
      hybrid_search: {
        type: 'interactions.HybridSearch',
        doc: 'Balance of semantic and keyword search.',
      },
      ranking: { type: 'interactions.Ranking', doc: 'Ranking settings.' },
    },
  },
  'interactions.RagFilter': {
    ...SNAKE,
    fields: {
      metadata_filter: METADATA_FILTER,
      vector_distance_threshold: NEARER,
      vector_similarity_threshold: {
        type: 'double',
        doc: 'Minimum vector similarity of passages.',
      },
    },
  },
  'interactions.HybridSearch': {
    ...SNAKE,
    fields: {
      alpha: {
        type: 'double',
        doc: 'Weight of semantic search relative to keyword search, from 0 to 1.',
      },
    },
  },
  'interactions.Ranking': {
    ...SNAKE,
    fields: {
      ranking_config: kind('rank_service'),
      model_name: RANKING_MODEL,
      rank_service: { type: 'interactions.RankService', doc: 'Ranking service to use.' },
    },
  },
  'interactions.RankService': { ...SNAKE, fields: { model_name: RANKING_MODEL } },
} as const satisfies MessageFamily;
