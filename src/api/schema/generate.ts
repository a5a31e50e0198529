import { UNCONFIRMED } from '../status';
import { GEMINI, NEW, TODAY_V1 } from '../versions';
import type { MessageFamily } from './row';

export const generateMessages = {
  GenerateContentRequest: {
    versions: GEMINI,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'Model name: models/{id} or tunedModels/{id}. Part of the request URL.',
      },
      systemInstruction: {
        type: 'Content',
        presence: true,
        versions: TODAY_V1,
        doc: 'System instruction for the entire conversation. Text only.',
      },
      contents: {
        type: 'Content',
        repeated: true,
        required: true,
        doc: 'The conversation so far, oldest turn first.',
      },
      tools: {
        type: 'Tool',
        repeated: true,
        versions: TODAY_V1,
        doc: 'Tools the model can use.',
      },
      toolConfig: { type: 'ToolConfig', versions: TODAY_V1, doc: 'Settings for tool use.' },
      safetySettings: {
        type: 'SafetySetting',
        repeated: true,
        doc: 'Safety settings, at most one per category.',
      },
      generationConfig: {
        type: 'GenerationConfig',
        presence: true,
        doc: 'Sampling and output settings.',
      },
      cachedContent: {
        type: 'string',
        presence: true,
        versions: TODAY_V1,
        differs: { v1: { status: UNCONFIRMED } },
        doc: 'Name of the cached content to use as a prefix, in the format cachedContents/{id}.',
      },
      serviceTier: {
        type: 'ServiceTier',
        presence: true,
        versions: NEW,
        differs: { v1: { status: UNCONFIRMED } },
        doc: 'flex costs half, takes 1 to 15 minutes, and can fail if capacity is low. priority costs more and is processed first. Default: standard.',
      },
      store: {
        type: 'bool',
        presence: true,
        versions: NEW,
        doc: 'Whether the request and its response are stored in the project’s logs. Default: the project’s setting, which is true for new paid projects since 2026-10-26.',
      },
      labels: {
        type: 'string',
        map: true,
        versions: NEW,
        doc: 'Custom labels to tell requests apart.',
      },
      continuationToken: {
        type: 'bytes',
        versions: NEW,
        doc: 'Token from the candidate to continue. The rest of the request must stay the same.',
      },
    },
  },
  GenerateContentResponse: {
    versions: GEMINI,
    fields: {
      candidates: { type: 'Candidate', repeated: true },
      promptFeedback: { type: 'GenerateContentResponse.PromptFeedback' },
      usageMetadata: { type: 'GenerateContentResponse.UsageMetadata', outputOnly: true },
      modelVersion: { type: 'string', outputOnly: true },
      responseId: { type: 'string', outputOnly: true },
      modelStatus: {
        type: 'ModelStatus',
        outputOnly: true,
        versions: NEW,
        doc: 'Lifecycle status of the model.',
      },
    },
  },
  ModelStatus: {
    versions: NEW,
    fields: {
      modelStage: { type: 'ModelStatus.ModelStage' },
      retirementTime: { type: 'timestamp', doc: 'Time the model is retired.' },
      message: { type: 'string', doc: 'Recommended action.' },
    },
  },
  'ModelStatus.ModelStage': {
    versions: NEW,
    values: {
      MODEL_STAGE_UNSPECIFIED: 0,
      UNSTABLE_EXPERIMENTAL: null,
      EXPERIMENTAL: null,
      PREVIEW: null,
      STABLE: null,
      LEGACY: null,
      DEPRECATED: null,
      RETIRED: null,
    },
  },
  ServiceTier: {
    versions: NEW,
    values: { unspecified: 0, standard: null, flex: null, priority: null },
  },
  'GenerateContentResponse.PromptFeedback': {
    versions: GEMINI,
    fields: {
      blockReason: {
        type: 'GenerateContentResponse.PromptFeedback.BlockReason',
        doc: 'Set if the prompt was blocked. No candidates are returned in this case.',
      },
      safetyRatings: { type: 'SafetyRating', repeated: true },
    },
  },
  'GenerateContentResponse.PromptFeedback.BlockReason': {
    versions: GEMINI,
    values: {
      BLOCK_REASON_UNSPECIFIED: 0,
      SAFETY: 1,
      OTHER: 2,
      BLOCKLIST: 3,
      PROHIBITED_CONTENT: 4,
      IMAGE_SAFETY: 5,
    },
  },
  /** Cumulative token counts; in a stream, the last one is final. */
  'GenerateContentResponse.UsageMetadata': {
    versions: GEMINI,
    fields: {
      promptTokenCount: { type: 'int32' },
      cachedContentTokenCount: { type: 'int32', versions: TODAY_V1 },
      candidatesTokenCount: { type: 'int32' },
      toolUsePromptTokenCount: { type: 'int32', outputOnly: true },
      thoughtsTokenCount: {
        type: 'int32',
        outputOnly: true,
        doc: 'Number of thinking tokens. Included in totalTokenCount, but not in candidatesTokenCount.',
      },
      totalTokenCount: { type: 'int32' },
      promptTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
      cacheTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
      candidatesTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
      toolUsePromptTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
      serviceTier: {
        type: 'ServiceTier',
        outputOnly: true,
        versions: NEW,
        doc: 'The tier that served the request.',
      },
      responseTokenCount: {
        type: 'int32',
        outputOnly: true,
        versions: NEW,
        doc: 'Replaces candidatesTokenCount in the Live API.',
      },
      responseTokensDetails: {
        type: 'ModalityTokenCount',
        repeated: true,
        outputOnly: true,
        versions: NEW,
      },
      initialPromptTokenCount: {
        type: 'int32',
        outputOnly: true,
        versions: NEW,
        doc: 'Number of tokens in the original prompt of a continued response.',
      },
    },
  },
  Candidate: {
    versions: GEMINI,
    fields: {
      index: {
        type: 'int32',
        outputOnly: true,
        presence: true,
        doc: 'Index of the candidate, or 0 if omitted.',
      },
      content: { type: 'Content', outputOnly: true },
      finishReason: {
        type: 'Candidate.FinishReason',
        outputOnly: true,
        doc: 'Set only in the last chunk of a stream. New values may be added.',
      },
      finishMessage: {
        type: 'string',
        outputOnly: true,
        presence: true,
        doc: 'Details about the finish reason.',
      },
      safetyRatings: { type: 'SafetyRating', repeated: true },
      citationMetadata: { type: 'CitationMetadata', outputOnly: true },
      tokenCount: { type: 'int32', outputOnly: true },
      groundingAttributions: {
        type: 'GroundingAttribution',
        repeated: true,
        outputOnly: true,
        versions: TODAY_V1,
      },
      groundingMetadata: { type: 'GroundingMetadata', outputOnly: true },
      avgLogprobs: { type: 'double', outputOnly: true },
      logprobsResult: { type: 'LogprobsResult', outputOnly: true },
      urlContextMetadata: { type: 'UrlContextMetadata', outputOnly: true },
      continuationToken: {
        type: 'bytes',
        outputOnly: true,
        versions: NEW,
        doc: 'Token that continues the response when sent with the same request.',
      },
    },
  },
  'Candidate.FinishReason': {
    versions: GEMINI,
    values: {
      FINISH_REASON_UNSPECIFIED: 0,
      STOP: 1,
      MAX_TOKENS: 2,
      SAFETY: 3,
      RECITATION: 4,
      LANGUAGE: 6,
      OTHER: 5,
      BLOCKLIST: 7,
      PROHIBITED_CONTENT: 8,
      SPII: 9,
      MALFORMED_FUNCTION_CALL: 10,
      IMAGE_SAFETY: 11,
      IMAGE_PROHIBITED_CONTENT: 14,
      IMAGE_OTHER: 15,
      NO_IMAGE: 16,
      IMAGE_RECITATION: 17,
      UNEXPECTED_TOOL_CALL: 12,
      TOO_MANY_TOOL_CALLS: 13,
      MISSING_THOUGHT_SIGNATURE: null,
      MALFORMED_RESPONSE: null,
      ESCALATION: null,
      CONTINUATION: null,
      PUP_LIMITED_DISABLED: null,
    },
    only: {
      MISSING_THOUGHT_SIGNATURE: NEW,
      MALFORMED_RESPONSE: NEW,
      ESCALATION: NEW,
      CONTINUATION: NEW,
      PUP_LIMITED_DISABLED: NEW,
    },
  },
  LogprobsResult: {
    versions: GEMINI,
    fields: {
      logProbabilitySum: { type: 'float', presence: true },
      topCandidates: { type: 'LogprobsResult.TopCandidates', repeated: true },
      chosenCandidates: { type: 'LogprobsResult.Candidate', repeated: true },
    },
  },
  'LogprobsResult.TopCandidates': {
    versions: GEMINI,
    fields: {
      candidates: { type: 'LogprobsResult.Candidate', repeated: true },
    },
  },
  'LogprobsResult.Candidate': {
    versions: GEMINI,
    fields: {
      token: { type: 'string', presence: true },
      tokenId: { type: 'int32', presence: true },
      logProbability: { type: 'float', presence: true },
    },
  },
} as const satisfies MessageFamily;
