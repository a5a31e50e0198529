import { deprecated } from '../status';
import { ALL, GEMINI, NEW, PALM, TODAY_V1 } from '../versions';
import type { MessageFamily } from './row';

export const safetyMessages = {
  HarmCategory: {
    versions: ALL,
    values: {
      HARM_CATEGORY_UNSPECIFIED: 0,
      HARM_CATEGORY_DEROGATORY: 1,
      HARM_CATEGORY_TOXICITY: 2,
      HARM_CATEGORY_VIOLENCE: 3,
      HARM_CATEGORY_SEXUAL: 4,
      HARM_CATEGORY_MEDICAL: 5,
      HARM_CATEGORY_DANGEROUS: 6,
      HARM_CATEGORY_HARASSMENT: 7,
      HARM_CATEGORY_HATE_SPEECH: 8,
      HARM_CATEGORY_SEXUALLY_EXPLICIT: 9,
      HARM_CATEGORY_DANGEROUS_CONTENT: 10,
      HARM_CATEGORY_CIVIC_INTEGRITY: 11,
      HARM_CATEGORY_JAILBREAK: null,
    },
    only: {
      HARM_CATEGORY_HARASSMENT: GEMINI,
      HARM_CATEGORY_HATE_SPEECH: GEMINI,
      HARM_CATEGORY_SEXUALLY_EXPLICIT: GEMINI,
      HARM_CATEGORY_DANGEROUS_CONTENT: GEMINI,
      HARM_CATEGORY_CIVIC_INTEGRITY: GEMINI,
      HARM_CATEGORY_JAILBREAK: NEW,
    },
  },
  SafetySetting: {
    versions: ALL,
    fields: {
      category: {
        type: 'HarmCategory',
        required: true,
        doc: 'Harm category. Legacy models have their own categories.',
      },
      threshold: {
        type: 'SafetySetting.HarmBlockThreshold',
        required: true,
        doc: 'Minimum harm probability at which content is blocked.',
      },
    },
  },
  'SafetySetting.HarmBlockThreshold': {
    versions: ALL,
    values: {
      HARM_BLOCK_THRESHOLD_UNSPECIFIED: 0,
      BLOCK_LOW_AND_ABOVE: 1,
      BLOCK_MEDIUM_AND_ABOVE: 2,
      BLOCK_ONLY_HIGH: 3,
      BLOCK_NONE: 4,
      OFF: 5,
    },
    only: { OFF: GEMINI },
  },
  SafetyRating: {
    versions: ALL,
    fields: {
      category: { type: 'HarmCategory', required: true },
      probability: { type: 'SafetyRating.HarmProbability', required: true },
      blocked: {
        type: 'bool',
        versions: GEMINI,
        doc: 'Whether this rating caused the content to be blocked.',
      },
    },
  },
  'SafetyRating.HarmProbability': {
    versions: ALL,
    values: { HARM_PROBABILITY_UNSPECIFIED: 0, NEGLIGIBLE: 1, LOW: 2, MEDIUM: 3, HIGH: 4 },
  },
  SafetyFeedback: {
    versions: PALM,
    fields: {
      rating: { type: 'SafetyRating' },
      setting: { type: 'SafetySetting' },
    },
  },
  ContentFilter: {
    versions: PALM,
    fields: {
      reason: { type: 'ContentFilter.BlockedReason' },
      message: { type: 'string', presence: true },
    },
  },
  'ContentFilter.BlockedReason': {
    versions: PALM,
    values: { BLOCKED_REASON_UNSPECIFIED: 0, SAFETY: 1, OTHER: 2 },
  },
} as const satisfies MessageFamily;

/** Grounding and citations. Offsets count UTF-8 bytes. */
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
        doc: 'Index of the first byte of the cited text, or 0 if omitted.',
      },
      endIndex: { type: 'int32', presence: true, doc: 'Index of the byte after the cited text.' },
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
      imageSearchQueries: { type: 'string', repeated: true, versions: NEW },
    },
  },
  GroundingSupport: {
    versions: GEMINI,
    fields: {
      segment: { type: 'Segment', presence: true },
      groundingChunkIndices: { type: 'int32', repeated: true },
      confidenceScores: { type: 'float', repeated: true },
      renderedParts: {
        type: 'int32',
        repeated: true,
        outputOnly: true,
        versions: NEW,
        doc: 'Indexes of the response parts that show the grounding results.',
      },
    },
  },
  Segment: {
    versions: GEMINI,
    fields: {
      partIndex: { type: 'int32', outputOnly: true },
      startIndex: {
        type: 'int32',
        outputOnly: true,
        doc: 'Index of the segment’s first byte within the part.',
      },
      endIndex: { type: 'int32', outputOnly: true, doc: 'Index of the byte after the segment.' },
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
        versions: TODAY_V1,
      },
      maps: { type: 'GroundingChunk.Maps', oneof: 'chunk_type', versions: TODAY_V1 },
      image: { type: 'GroundingChunk.Image', oneof: 'chunk_type', versions: NEW },
    },
  },
  'GroundingChunk.Image': {
    versions: NEW,
    fields: {
      imageUri: { type: 'string', doc: 'URL of the image.' },
      sourceUri: { type: 'string', doc: 'URL of the page that contains the image.' },
      title: { type: 'string' },
      domain: { type: 'string' },
    },
  },
  'GroundingChunk.Web': {
    versions: GEMINI,
    fields: {
      uri: { type: 'string', presence: true },
      title: { type: 'string', presence: true },
    },
  },
  'GroundingChunk.Maps': {
    versions: TODAY_V1,
    fields: {
      uri: { type: 'string', presence: true },
      title: { type: 'string', presence: true },
      text: { type: 'string', presence: true },
      placeId: { type: 'string', presence: true },
      placeAnswerSources: { type: 'GroundingChunk.Maps.PlaceAnswerSources', presence: true },
      route: {
        type: 'json',
        versions: NEW,
        doc: 'Route between places. Its format isn’t documented.',
      },
    },
  },
  'GroundingChunk.Maps.PlaceAnswerSources': {
    versions: TODAY_V1,
    fields: {
      reviewSnippets: {
        type: 'GroundingChunk.Maps.PlaceAnswerSources.ReviewSnippet',
        repeated: true,
      },
      reviewSnippet: {
        type: 'GroundingChunk.Maps.PlaceAnswerSources.ReviewSnippet',
        repeated: true,
        versions: NEW,
        status: deprecated('reviewSnippets'),
      },
    },
  },
  'GroundingChunk.Maps.PlaceAnswerSources.ReviewSnippet': {
    versions: TODAY_V1,
    fields: {
      reviewId: { type: 'string', presence: true },
      googleMapsUri: { type: 'string', presence: true },
      title: { type: 'string', presence: true },
    },
  },
  SearchEntryPoint: {
    versions: GEMINI,
    fields: {
      renderedContent: { type: 'string', doc: 'Styled HTML. Display it only in a sandbox.' },
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
    versions: TODAY_V1,
    fields: {
      sourceId: { type: 'AttributionSourceId', outputOnly: true },
      content: { type: 'Content' },
    },
  },
  AttributionSourceId: {
    versions: TODAY_V1,
    fields: {
      groundingPassage: { type: 'AttributionSourceId.GroundingPassageId', oneof: 'source' },
      semanticRetrieverChunk: {
        type: 'AttributionSourceId.SemanticRetrieverChunk',
        oneof: 'source',
      },
    },
  },
  'AttributionSourceId.GroundingPassageId': {
    versions: TODAY_V1,
    fields: {
      passageId: { type: 'string', outputOnly: true },
      partIndex: { type: 'int32', outputOnly: true },
    },
  },
  'AttributionSourceId.SemanticRetrieverChunk': {
    versions: TODAY_V1,
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
