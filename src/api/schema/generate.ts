import { BETA, GEMINI } from '../versions';
import type { MessageFamily } from './row';

/** Generation: the request, its configuration and the candidates of an answer. */
export const generateMessages = {
  /** A request for one answer to a conversation. */
  GenerateContentRequest: {
    versions: GEMINI,
    fields: {
      model: { type: 'string', required: true, pathBound: true },
      systemInstruction: {
        type: 'Content',
        presence: true,
        versions: BETA,
        doc: 'Text that steers the model through the whole conversation.',
      },
      contents: {
        type: 'Content',
        repeated: true,
        required: true,
        doc: 'The conversation so far, oldest turn first.',
      },
      tools: { type: 'Tool', repeated: true, versions: BETA },
      toolConfig: { type: 'ToolConfig', versions: BETA },
      safetySettings: { type: 'SafetySetting', repeated: true, doc: 'At most one per category.' },
      generationConfig: { type: 'GenerationConfig', presence: true },
      cachedContent: {
        type: 'string',
        presence: true,
        versions: BETA,
        doc: 'Name of cached content to use as a prefix, cachedContents/{id}.',
      },
    },
  },
  /** How the model samples and when it stops. */
  GenerationConfig: {
    versions: GEMINI,
    fields: {
      candidateCount: { type: 'int32', presence: true, doc: '1 to 8; newer models take only 1.' },
      stopSequences: {
        type: 'string',
        repeated: true,
        doc: 'At most 5. The answer ends before the first that appears.',
      },
      maxOutputTokens: { type: 'int32', presence: true, doc: 'Most tokens of an answer.' },
      temperature: { type: 'float', presence: true, doc: '0 to 2. Higher is more varied.' },
      topP: {
        type: 'float',
        presence: true,
        doc: '0 to 1. Tokens are taken up to this sum of probabilities.',
      },
      topK: {
        type: 'int32',
        presence: true,
        doc: 'Tokens are taken among this many most probable ones.',
      },
      seed: {
        type: 'int32',
        presence: true,
        doc: 'Same seed and same request: the model tries to repeat its answer.',
      },
      responseMimeType: {
        type: 'string',
        versions: BETA,
        doc: 'text/plain, application/json or text/x.enum.',
      },
      responseSchema: {
        type: 'Schema',
        versions: BETA,
        doc: 'Shape of a JSON answer; not together with responseJsonSchema.',
      },
      responseJsonSchema: { type: 'json', doc: 'Shape of a JSON answer as JSON Schema.' },
      presencePenalty: { type: 'float', presence: true },
      frequencyPenalty: { type: 'float', presence: true },
      responseLogprobs: { type: 'bool', presence: true },
      logprobs: { type: 'int32', presence: true, doc: '0 to 20.' },
      enableEnhancedCivicAnswers: { type: 'bool', presence: true },
      responseModalities: { type: 'GenerationConfig.Modality', repeated: true, versions: BETA },
      speechConfig: { type: 'SpeechConfig', presence: true, versions: BETA },
      thinkingConfig: { type: 'ThinkingConfig', presence: true, versions: BETA },
      imageConfig: { type: 'ImageConfig', presence: true, versions: BETA },
      mediaResolution: { type: 'GenerationConfig.MediaResolution', presence: true, versions: BETA },
    },
  },
  'GenerationConfig.Modality': {
    versions: BETA,
    values: { MODALITY_UNSPECIFIED: 0, TEXT: 1, IMAGE: 2, AUDIO: 3 },
  },
  'GenerationConfig.MediaResolution': {
    versions: BETA,
    values: {
      MEDIA_RESOLUTION_UNSPECIFIED: 0,
      MEDIA_RESOLUTION_LOW: 1,
      MEDIA_RESOLUTION_MEDIUM: 2,
      MEDIA_RESOLUTION_HIGH: 3,
    },
  },
  SpeechConfig: {
    versions: BETA,
    fields: {
      voiceConfig: { type: 'VoiceConfig' },
      multiSpeakerVoiceConfig: { type: 'MultiSpeakerVoiceConfig' },
      languageCode: { type: 'string' },
    },
  },
  VoiceConfig: {
    versions: BETA,
    fields: {
      prebuiltVoiceConfig: { type: 'PrebuiltVoiceConfig', oneof: 'voice_config' },
    },
  },
  PrebuiltVoiceConfig: {
    versions: BETA,
    fields: {
      voiceName: { type: 'string', presence: true },
    },
  },
  MultiSpeakerVoiceConfig: {
    versions: BETA,
    fields: {
      speakerVoiceConfigs: { type: 'SpeakerVoiceConfig', repeated: true, required: true },
    },
  },
  SpeakerVoiceConfig: {
    versions: BETA,
    fields: {
      speaker: { type: 'string', required: true },
      voiceConfig: { type: 'VoiceConfig', required: true },
    },
  },
  ThinkingConfig: {
    versions: BETA,
    fields: {
      includeThoughts: {
        type: 'bool',
        presence: true,
        doc: 'Whether summaries of the thinking come with the answer.',
      },
      thinkingBudget: { type: 'int32', presence: true, doc: 'Most tokens to think with.' },
    },
  },
  ImageConfig: {
    versions: BETA,
    fields: {
      aspectRatio: { type: 'string', presence: true },
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
