import { ALL, BETA, GEMINI } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

/** Attributed question answering over given passages or a corpus. */
export const answerMessages = {
  GenerateAnswerRequest: {
    versions: BETA,
    fields: {
      inlinePassages: {
        type: 'GroundingPassages',
        oneof: 'grounding_source',
        doc: 'Passages to answer from.',
      },
      semanticRetriever: {
        type: 'SemanticRetrieverConfig',
        oneof: 'grounding_source',
        doc: 'A corpus or document to answer from.',
      },
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'models/aqa; the URL of a call has it.',
      },
      contents: {
        type: 'Content',
        repeated: true,
        required: true,
        doc: 'The question comes last.',
      },
      answerStyle: {
        type: 'GenerateAnswerRequest.AnswerStyle',
        required: true,
        doc: 'EXTRACTIVE quotes, ABSTRACTIVE sums up, VERBOSE goes into detail.',
      },
      safetySettings: { type: 'SafetySetting', repeated: true, doc: 'At most one per category.' },
      temperature: {
        type: 'float',
        presence: true,
        limits: generationLimits.unitTemperature,
        doc: '0 to 1; a low one keeps to the passages, and 0.2 is usual.',
      },
    },
  },
  'GenerateAnswerRequest.AnswerStyle': {
    versions: BETA,
    values: { ANSWER_STYLE_UNSPECIFIED: 0, ABSTRACTIVE: 1, EXTRACTIVE: 2, VERBOSE: 3 },
  },
  GroundingPassages: {
    versions: BETA,
    fields: {
      passages: { type: 'GroundingPassage', repeated: true, doc: 'Each with an id of its own.' },
    },
  },
  GroundingPassage: {
    versions: BETA,
    fields: {
      id: { type: 'string', doc: 'Named by the attributions of the answer.' },
      content: { type: 'Content', doc: 'The text of the passage.' },
    },
  },
  SemanticRetrieverConfig: {
    versions: BETA,
    fields: {
      source: {
        type: 'string',
        required: true,
        doc: 'corpora/{id} or corpora/{id}/documents/{id}.',
      },
      query: { type: 'Content', required: true, doc: 'What to look for.' },
      metadataFilters: {
        type: 'MetadataFilter',
        repeated: true,
        doc: 'All must hold. A key is document.custom_metadata.{key} or chunk.custom_metadata.{key}.',
      },
      maxChunksCount: {
        type: 'int32',
        presence: true,
        doc: 'How many chunks to answer from at most.',
      },
      minimumRelevanceScore: {
        type: 'float',
        presence: true,
        limits: { minimum: 0, maximum: 1 },
        doc: '0 to 1. Chunks below are left out.',
      },
    },
  },
  GenerateAnswerResponse: {
    versions: BETA,
    fields: {
      answer: { type: 'Candidate' },
      answerableProbability: {
        type: 'float',
        outputOnly: true,
        presence: true,
        doc: '0 to 1: how likely the answer is grounded in the passages.',
      },
      inputFeedback: {
        type: 'GenerateAnswerResponse.InputFeedback',
        outputOnly: true,
        presence: true,
      },
    },
  },
  'GenerateAnswerResponse.InputFeedback': {
    versions: BETA,
    fields: {
      blockReason: { type: 'GenerateAnswerResponse.InputFeedback.BlockReason', presence: true },
      safetyRatings: { type: 'SafetyRating', repeated: true },
    },
  },
  'GenerateAnswerResponse.InputFeedback.BlockReason': {
    versions: BETA,
    values: { BLOCK_REASON_UNSPECIFIED: 0, SAFETY: 1, OTHER: 2 },
  },
} as const satisfies MessageFamily;

/** Grounding and citations: where parts of an answer come from. Offsets count UTF-8 bytes. */
export const groundingMessages = {
  CitationMetadata: {
    versions: ALL,
    fields: {
      citationSources: { type: 'CitationSource', repeated: true },
    },
  },
  CitationSource: {
    versions: ALL,
    fields: {
      startIndex: {
        type: 'int32',
        presence: true,
        doc: 'First byte of the cited text; absent means 0.',
      },
      endIndex: { type: 'int32', presence: true, doc: 'Byte after the cited text.' },
      uri: { type: 'string', presence: true },
      license: { type: 'string', presence: true },
    },
  },
  GroundingMetadata: {
    versions: GEMINI,
    fields: {
      searchEntryPoint: { type: 'SearchEntryPoint', presence: true },
      groundingChunks: { type: 'GroundingChunk', repeated: true },
      groundingSupports: { type: 'GroundingSupport', repeated: true },
      retrievalMetadata: { type: 'RetrievalMetadata', presence: true },
      webSearchQueries: { type: 'string', repeated: true },
      googleMapsWidgetContextToken: { type: 'string', presence: true },
    },
  },
  GroundingSupport: {
    versions: GEMINI,
    fields: {
      segment: { type: 'Segment', presence: true },
      groundingChunkIndices: { type: 'int32', repeated: true },
      confidenceScores: { type: 'float', repeated: true },
    },
  },
  Segment: {
    versions: GEMINI,
    fields: {
      partIndex: { type: 'int32', outputOnly: true },
      startIndex: { type: 'int32', outputOnly: true, doc: 'First byte within the part.' },
      endIndex: { type: 'int32', outputOnly: true, doc: 'Byte after the segment.' },
      text: { type: 'string', outputOnly: true },
    },
  },
  GroundingChunk: {
    versions: GEMINI,
    fields: {
      web: { type: 'GroundingChunk.Web', oneof: 'chunk_type' },
      retrievedContext: {
        type: 'GroundingChunk.RetrievedContext',
        oneof: 'chunk_type',
        versions: BETA,
      },
      maps: { type: 'GroundingChunk.Maps', oneof: 'chunk_type', versions: BETA },
    },
  },
  'GroundingChunk.Web': {
    versions: GEMINI,
    fields: {
      uri: { type: 'string', presence: true },
      title: { type: 'string', presence: true },
    },
  },
  'GroundingChunk.RetrievedContext': {
    versions: BETA,
    fields: {
      uri: { type: 'string', presence: true },
      title: { type: 'string', presence: true },
      text: { type: 'string', presence: true },
    },
  },
  'GroundingChunk.Maps': {
    versions: BETA,
    fields: {
      uri: { type: 'string', presence: true },
      title: { type: 'string', presence: true },
      text: { type: 'string', presence: true },
      placeId: { type: 'string', presence: true },
      placeAnswerSources: { type: 'GroundingChunk.Maps.PlaceAnswerSources', presence: true },
    },
  },
  'GroundingChunk.Maps.PlaceAnswerSources': {
    versions: BETA,
    fields: {
      reviewSnippets: {
        type: 'GroundingChunk.Maps.PlaceAnswerSources.ReviewSnippet',
        repeated: true,
      },
    },
  },
  'GroundingChunk.Maps.PlaceAnswerSources.ReviewSnippet': {
    versions: BETA,
    fields: {
      reviewId: { type: 'string', presence: true },
      googleMapsUri: { type: 'string', presence: true },
      title: { type: 'string', presence: true },
    },
  },
  SearchEntryPoint: {
    versions: GEMINI,
    fields: {
      renderedContent: { type: 'string', doc: 'HTML with styles: never shown outside a sandbox.' },
      sdkBlob: { type: 'bytes' },
    },
  },
  RetrievalMetadata: {
    versions: GEMINI,
    fields: {
      googleSearchDynamicRetrievalScore: { type: 'float' },
    },
  },
  GroundingAttribution: {
    versions: BETA,
    fields: {
      sourceId: { type: 'AttributionSourceId', outputOnly: true },
      content: { type: 'Content' },
    },
  },
  AttributionSourceId: {
    versions: BETA,
    fields: {
      groundingPassage: { type: 'AttributionSourceId.GroundingPassageId', oneof: 'source' },
      semanticRetrieverChunk: {
        type: 'AttributionSourceId.SemanticRetrieverChunk',
        oneof: 'source',
      },
    },
  },
  'AttributionSourceId.GroundingPassageId': {
    versions: BETA,
    fields: {
      passageId: { type: 'string', outputOnly: true },
      partIndex: { type: 'int32', outputOnly: true },
    },
  },
  'AttributionSourceId.SemanticRetrieverChunk': {
    versions: BETA,
    fields: {
      source: { type: 'string', outputOnly: true },
      chunk: { type: 'string', outputOnly: true },
    },
  },
  UrlContextMetadata: {
    versions: GEMINI,
    fields: {
      urlMetadata: { type: 'UrlMetadata', repeated: true },
    },
  },
  UrlMetadata: {
    versions: GEMINI,
    fields: {
      retrievedUrl: { type: 'string' },
      urlRetrievalStatus: { type: 'UrlMetadata.UrlRetrievalStatus' },
    },
  },
  'UrlMetadata.UrlRetrievalStatus': {
    versions: GEMINI,
    values: {
      URL_RETRIEVAL_STATUS_UNSPECIFIED: 0,
      URL_RETRIEVAL_STATUS_SUCCESS: 1,
      URL_RETRIEVAL_STATUS_ERROR: 2,
      URL_RETRIEVAL_STATUS_PAYWALL: 3,
      URL_RETRIEVAL_STATUS_UNSAFE: 4,
    },
  },
} as const satisfies MessageFamily;
