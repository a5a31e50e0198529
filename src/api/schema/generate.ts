import { BETA, GEMINI } from '../versions';
import type { MessageFamily } from './row';

/** Generation: the request and the candidates of an answer. */
export const generateMessages = {
  /** A request for one answer to a conversation. */
  GenerateContentRequest: {
    versions: GEMINI,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'models/{id} or tunedModels/{id}; the URL of a call has it.',
      },
      systemInstruction: {
        type: 'Content',
        presence: true,
        versions: BETA,
        doc: 'Steers the model through the whole conversation. Text only.',
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
        versions: BETA,
        doc: 'What the model may use while it answers.',
      },
      toolConfig: { type: 'ToolConfig', versions: BETA, doc: 'How the tools may be used.' },
      safetySettings: { type: 'SafetySetting', repeated: true, doc: 'At most one per category.' },
      generationConfig: {
        type: 'GenerationConfig',
        presence: true,
        doc: 'How the model samples and when it stops.',
      },
      cachedContent: {
        type: 'string',
        presence: true,
        versions: BETA,
        doc: 'Name of cached content to use as a prefix, cachedContents/{id}.',
      },
    },
  },
  /** An answer, or one piece of a streamed one. */
  GenerateContentResponse: {
    versions: GEMINI,
    fields: {
      candidates: { type: 'Candidate', repeated: true },
      promptFeedback: { type: 'GenerateContentResponse.PromptFeedback' },
      usageMetadata: { type: 'GenerateContentResponse.UsageMetadata', outputOnly: true },
      modelVersion: { type: 'string', outputOnly: true },
      responseId: { type: 'string', outputOnly: true },
    },
  },
  'GenerateContentResponse.PromptFeedback': {
    versions: GEMINI,
    fields: {
      blockReason: {
        type: 'GenerateContentResponse.PromptFeedback.BlockReason',
        doc: 'Set where the prompt was blocked: then there are no candidates.',
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
  /** Tokens so far. In a stream the counts grow: the last one holds. */
  'GenerateContentResponse.UsageMetadata': {
    versions: GEMINI,
    fields: {
      promptTokenCount: { type: 'int32' },
      cachedContentTokenCount: { type: 'int32', versions: BETA },
      candidatesTokenCount: { type: 'int32' },
      toolUsePromptTokenCount: { type: 'int32', outputOnly: true },
      thoughtsTokenCount: {
        type: 'int32',
        outputOnly: true,
        doc: 'Not part of candidatesTokenCount, but of the total.',
      },
      totalTokenCount: { type: 'int32' },
      promptTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
      cacheTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
      candidatesTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
      toolUsePromptTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
    },
  },
  /** One answer. */
  Candidate: {
    versions: GEMINI,
    fields: {
      index: { type: 'int32', outputOnly: true, presence: true, doc: 'Absent means 0.' },
      content: { type: 'Content', outputOnly: true },
      finishReason: {
        type: 'Candidate.FinishReason',
        outputOnly: true,
        doc: 'Only in the last piece of a stream; the list of values still grows.',
      },
      finishMessage: {
        type: 'string',
        outputOnly: true,
        presence: true,
        doc: 'Free text beside the reason.',
      },
      safetyRatings: { type: 'SafetyRating', repeated: true },
      citationMetadata: { type: 'CitationMetadata', outputOnly: true },
      tokenCount: { type: 'int32', outputOnly: true },
      groundingAttributions: {
        type: 'GroundingAttribution',
        repeated: true,
        outputOnly: true,
        versions: BETA,
      },
      groundingMetadata: { type: 'GroundingMetadata', outputOnly: true },
      avgLogprobs: { type: 'double', outputOnly: true },
      logprobsResult: { type: 'LogprobsResult', outputOnly: true },
      urlContextMetadata: { type: 'UrlContextMetadata', outputOnly: true },
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

/** Token counts of a request before it is sent. */
export const countMessages = {
  /** What to count: contents, or a whole request. */
  CountTokensRequest: {
    versions: GEMINI,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'models/{id}; the URL of a call has it.',
      },
      contents: {
        type: 'Content',
        repeated: true,
        doc: 'The conversation to count. Not together with generateContentRequest.',
      },
      generateContentRequest: {
        type: 'GenerateContentRequest',
        doc: 'A whole request to count, instructions and tools included. It names its model too.',
      },
    },
  },
  CountTokensResponse: {
    versions: GEMINI,
    fields: {
      totalTokens: { type: 'int32' },
      cachedContentTokenCount: { type: 'int32', versions: BETA },
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
