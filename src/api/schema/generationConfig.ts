import { ALL, BETA, GEMINI, PALM } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

// What the documents list for speech.
const SPEECH_LANGUAGES = [
  ...['de-DE', 'en-AU', 'en-GB', 'en-IN', 'en-US', 'es-US', 'fr-FR', 'hi-IN', 'pt-BR', 'ar-XA'],
  ...['es-ES', 'fr-CA', 'id-ID', 'it-IT', 'ja-JP', 'tr-TR', 'vi-VN', 'bn-IN', 'gu-IN', 'kn-IN'],
  ...['ml-IN', 'mr-IN', 'ta-IN', 'te-IN', 'nl-NL', 'ko-KR', 'cmn-CN', 'pl-PL', 'ru-RU', 'th-TH'],
] as const;

/** The configuration of a generation: sampling, form of the answer, speech, thinking, pictures. */
export const generationConfigMessages = {
  /** How the model samples and when it stops. */
  GenerationConfig: {
    versions: GEMINI,
    fields: {
      candidateCount: {
        type: 'int32',
        presence: true,
        limits: generationLimits.candidateCount,
        doc: 'How many answers to give, 1 to 8; 1 when absent. Newer models take only 1.',
      },
      stopSequences: {
        type: 'string',
        repeated: true,
        limits: generationLimits.stopSequences,
        doc: 'At most 5. The answer ends before the first that appears.',
      },
      maxOutputTokens: {
        type: 'int32',
        presence: true,
        limits: generationLimits.maxOutputTokens,
        doc: 'Most tokens of an answer. Absent: as many as the model gives.',
      },
      temperature: {
        type: 'float',
        presence: true,
        limits: generationLimits.temperature,
        doc: '0 to 2. Higher is more varied. Absent: what the model has.',
      },
      topP: {
        type: 'float',
        presence: true,
        limits: generationLimits.topP,
        doc: '0 to 1. Tokens are taken up to this sum of probabilities.',
      },
      topK: {
        type: 'int32',
        presence: true,
        limits: generationLimits.topK,
        doc: 'Tokens are taken among this many most probable ones. Not for models that list no top-k.',
      },
      seed: {
        type: 'int32',
        presence: true,
        doc: 'Same seed and same request: the model tries to repeat its answer.',
      },
      responseMimeType: {
        type: 'string',
        versions: BETA,
        limits: generationLimits.responseMimeType,
        doc: 'text/plain, application/json or text/x.enum.',
      },
      responseSchema: {
        type: 'Schema',
        versions: BETA,
        doc: 'Shape of a JSON answer; not together with responseJsonSchema.',
      },
      responseJsonSchema: { type: 'json', doc: 'Shape of a JSON answer as JSON Schema.' },
      presencePenalty: {
        type: 'float',
        presence: true,
        limits: generationLimits.presencePenalty,
        doc: '-2 to 2. Above 0, tokens that were used once become less likely.',
      },
      frequencyPenalty: {
        type: 'float',
        presence: true,
        limits: generationLimits.frequencyPenalty,
        doc: '-2 to 2. Above 0, tokens become less likely with every use.',
      },
      responseLogprobs: {
        type: 'bool',
        presence: true,
        doc: 'Whether the answer tells how likely its tokens were.',
      },
      logprobs: {
        type: 'int32',
        presence: true,
        limits: generationLimits.logprobs,
        doc: '0 to 20: how many alternatives to tell for each token. Only with responseLogprobs.',
      },
      enableEnhancedCivicAnswers: {
        type: 'bool',
        presence: true,
        doc: 'Whether to answer questions on public life with more care. Not for every model.',
      },
      responseModalities: {
        type: 'GenerationConfig.Modality',
        repeated: true,
        versions: BETA,
        doc: 'Kinds of output to give, exactly as they are wanted. Absent: text.',
      },
      speechConfig: {
        type: 'SpeechConfig',
        presence: true,
        versions: BETA,
        doc: 'Voice and language of spoken output.',
      },
      thinkingConfig: {
        type: 'ThinkingConfig',
        presence: true,
        versions: BETA,
        doc: 'How the model thinks. Refused by models that do not think.',
      },
      imageConfig: {
        type: 'ImageConfig',
        presence: true,
        versions: BETA,
        doc: 'Form of pictures that are made.',
      },
      mediaResolution: {
        type: 'GenerationConfig.MediaResolution',
        presence: true,
        versions: BETA,
        doc: 'How closely pictures and films are looked at; more costs more tokens.',
      },
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
      voiceConfig: { type: 'VoiceConfig', doc: 'The voice, where one speaks.' },
      multiSpeakerVoiceConfig: {
        type: 'MultiSpeakerVoiceConfig',
        doc: 'The voices, where several speak. Not together with voiceConfig.',
      },
      languageCode: {
        type: 'string',
        limits: { enum: SPEECH_LANGUAGES },
        doc: 'Language to speak, such as en-US.',
      },
    },
  },
  VoiceConfig: {
    versions: BETA,
    fields: {
      prebuiltVoiceConfig: {
        type: 'PrebuiltVoiceConfig',
        oneof: 'voice_config',
        doc: 'A voice that the service has.',
      },
    },
  },
  PrebuiltVoiceConfig: {
    versions: BETA,
    fields: {
      voiceName: { type: 'string', presence: true, doc: 'Name of the voice, such as Kore.' },
    },
  },
  MultiSpeakerVoiceConfig: {
    versions: BETA,
    fields: {
      speakerVoiceConfigs: {
        type: 'SpeakerVoiceConfig',
        repeated: true,
        required: true,
        doc: 'Each speaker with a voice.',
      },
    },
  },
  SpeakerVoiceConfig: {
    versions: BETA,
    fields: {
      speaker: { type: 'string', required: true, doc: 'The name that the prompt uses.' },
      voiceConfig: { type: 'VoiceConfig', required: true, doc: 'The voice of this speaker.' },
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
      thinkingBudget: {
        type: 'int32',
        presence: true,
        doc: 'Most tokens to think with. 0 switches thinking off and -1 leaves it to the model, where that can be.',
      },
    },
  },
  ImageConfig: {
    versions: BETA,
    fields: {
      aspectRatio: {
        type: 'string',
        presence: true,
        limits: generationLimits.aspectRatio,
        doc: 'Width to height of the picture, such as 16:9.',
      },
    },
  },
} as const satisfies MessageFamily;

/** Safety: categories, settings of a request, ratings of an answer. */
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
    },
    only: {
      HARM_CATEGORY_HARASSMENT: GEMINI,
      HARM_CATEGORY_HATE_SPEECH: GEMINI,
      HARM_CATEGORY_SEXUALLY_EXPLICIT: GEMINI,
      HARM_CATEGORY_DANGEROUS_CONTENT: GEMINI,
      HARM_CATEGORY_CIVIC_INTEGRITY: GEMINI,
    },
  },
  /** The block threshold of one category; one setting per category. */
  SafetySetting: {
    versions: ALL,
    fields: {
      category: {
        type: 'HarmCategory',
        required: true,
        doc: 'What may be harmful. Legacy models have categories of their own.',
      },
      threshold: {
        type: 'SafetySetting.HarmBlockThreshold',
        required: true,
        doc: 'From which probability on something is blocked.',
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
  /** How likely a text belongs to a harm category. */
  SafetyRating: {
    versions: ALL,
    fields: {
      category: { type: 'HarmCategory', required: true },
      probability: { type: 'SafetyRating.HarmProbability', required: true },
      blocked: {
        type: 'bool',
        versions: GEMINI,
        doc: 'True where this rating stopped the content.',
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
