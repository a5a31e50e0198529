import { UNCONFIRMED } from '../status';
import { GEMINI, NEW, TODAY_V1 } from '../versions';
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
        versions: TODAY_V1,
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
        versions: TODAY_V1,
        doc: 'What the model may use while it answers.',
      },
      toolConfig: { type: 'ToolConfig', versions: TODAY_V1, doc: 'How the tools may be used.' },
      safetySettings: { type: 'SafetySetting', repeated: true, doc: 'At most one per category.' },
      generationConfig: {
        type: 'GenerationConfig',
        presence: true,
        doc: 'How the model samples and when it stops.',
      },
      cachedContent: {
        type: 'string',
        presence: true,
        versions: TODAY_V1,
        differs: { v1: { status: UNCONFIRMED } },
        doc: 'Name of cached content to use as a prefix, cachedContents/{id}.',
      },
      serviceTier: {
        type: 'ServiceTier',
        presence: true,
        versions: NEW,
        differs: { v1: { status: UNCONFIRMED } },
        doc: 'flex costs half, takes 1 to 15 minutes and may find no room; priority costs more and goes first; standard when absent.',
      },
      store: {
        type: 'bool',
        presence: true,
        versions: NEW,
        doc: "Whether the service keeps this request and its answer in the project's logs. Absent: as the project has it.",
      },
      labels: {
        type: 'string',
        map: true,
        versions: NEW,
        doc: 'Words of your own to tell requests apart by.',
      },
      continuationToken: {
        type: 'bytes',
        versions: NEW,
        doc: 'From a candidate that is to be continued; the rest of the request stays the same.',
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
      modelStatus: {
        type: 'ModelStatus',
        outputOnly: true,
        versions: NEW,
        doc: 'How the service stands behind the model that answered.',
      },
    },
  },
  ModelStatus: {
    versions: NEW,
    fields: {
      modelStage: { type: 'ModelStatus.ModelStage' },
      retirementTime: { type: 'timestamp', doc: 'When the model goes.' },
      message: { type: 'string', doc: 'What to do about it.' },
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
  /** How soon a request is served, and at which price. */
  ServiceTier: {
    versions: NEW,
    values: { unspecified: 0, standard: null, flex: null, priority: null },
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
      cachedContentTokenCount: { type: 'int32', versions: TODAY_V1 },
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
        doc: 'In place of candidatesTokenCount, of conversations in real time.',
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
        doc: 'Of an answer that was continued: tokens of the prompt as it was sent first.',
      },
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
        doc: 'Sent back with the same request, it continues the answer.',
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
