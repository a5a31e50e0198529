import { CHECKED, deprecated, type Status, UNCONFIRMED } from '../status';
import { GEMINI, NEW, TODAY_V1 } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

/** From Gemini 3.6 Flash on these do nothing, and an error is announced. */
const SAMPLING_STATUS = {
  stage: 'deprecated',
  checked: CHECKED,
  since: '2026-07-21',
  source: 'guide to Gemini 3.6 of 2026-09',
} as const satisfies Status;

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
        status: SAMPLING_STATUS,
        doc: '0 to 2. Higher is more varied. Absent: what the model has.',
      },
      topP: {
        type: 'float',
        presence: true,
        limits: generationLimits.topP,
        status: SAMPLING_STATUS,
        doc: '0 to 1. Tokens are taken up to this sum of probabilities.',
      },
      topK: {
        type: 'int32',
        presence: true,
        limits: generationLimits.topK,
        status: SAMPLING_STATUS,
        doc: 'Tokens are taken among this many most probable ones. Not for models that list no top-k.',
      },
      seed: {
        type: 'int32',
        presence: true,
        doc: 'Same seed and same request: the model tries to repeat its answer.',
      },
      responseMimeType: {
        type: 'string',
        versions: TODAY_V1,
        limits: generationLimits.responseMimeType,
        doc: 'text/plain, application/json or text/x.enum.',
      },
      responseSchema: {
        type: 'Schema',
        versions: TODAY_V1,
        status: deprecated('responseFormat.text.schema'),
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
        versions: TODAY_V1,
        doc: 'Kinds of output to give, exactly as they are wanted. Absent: text.',
      },
      speechConfig: {
        type: 'SpeechConfig',
        presence: true,
        versions: TODAY_V1,
        differs: { v1: { status: UNCONFIRMED } },
        doc: 'Voice and language of spoken output.',
      },
      thinkingConfig: {
        type: 'ThinkingConfig',
        presence: true,
        versions: TODAY_V1,
        doc: 'How the model thinks. Refused by models that do not think.',
      },
      imageConfig: {
        type: 'ImageConfig',
        presence: true,
        versions: TODAY_V1,
        doc: 'Form of pictures that are made.',
      },
      mediaResolution: {
        type: 'GenerationConfig.MediaResolution',
        presence: true,
        versions: TODAY_V1,
        doc: 'How closely pictures and films are looked at; more costs more tokens.',
      },
      responseFormat: {
        type: 'ResponseFormatConfig',
        versions: NEW,
        doc: 'Form of the answer for each kind of output: shape of text, pictures, sound.',
      },
      audioTranscriptionConfig: {
        type: 'AudioTranscriptionConfig',
        versions: NEW,
        doc: 'How to write down what is heard in the request.',
      },
      translationConfig: {
        type: 'TranslationConfig',
        versions: NEW,
        doc: 'Speaks in another language. In conversations in real time only.',
      },
      enableAffectiveDialog: {
        type: 'bool',
        presence: true,
        versions: NEW,
        doc: 'Whether to answer in the mood of who speaks. In conversations in real time only.',
      },
    },
  },
  'GenerationConfig.Modality': {
    versions: TODAY_V1,
    values: { MODALITY_UNSPECIFIED: 0, TEXT: 1, IMAGE: 2, AUDIO: 3, VIDEO: null },
    only: { VIDEO: NEW },
  },
  'GenerationConfig.MediaResolution': {
    versions: TODAY_V1,
    values: {
      MEDIA_RESOLUTION_UNSPECIFIED: 0,
      MEDIA_RESOLUTION_LOW: 1,
      MEDIA_RESOLUTION_MEDIUM: 2,
      MEDIA_RESOLUTION_HIGH: 3,
    },
  },
  ThinkingConfig: {
    versions: TODAY_V1,
    fields: {
      includeThoughts: {
        type: 'bool',
        presence: true,
        doc: 'Whether summaries of the thinking come with the answer.',
      },
      thinkingBudget: {
        type: 'int32',
        presence: true,
        doc: 'For models before Gemini 3. Most tokens to think with: 2.5 Pro takes 128 to 32,768, Flash 0 to 24,576, Flash-Lite 512 to 24,576. 0 switches thinking off where that can be, -1 leaves it to the model. Not together with thinkingLevel.',
      },
      thinkingLevel: {
        type: 'ThinkingConfig.ThinkingLevel',
        presence: true,
        versions: NEW,
        doc: 'For Gemini 3 and later, most of which refuse MINIMAL. Not together with thinkingBudget.',
      },
    },
  },
  'ThinkingConfig.ThinkingLevel': {
    versions: NEW,
    values: {
      THINKING_LEVEL_UNSPECIFIED: 0,
      MINIMAL: null,
      LOW: null,
      MEDIUM: null,
      HIGH: null,
      XHIGH: null,
    },
  },
  ImageConfig: {
    versions: TODAY_V1,
    fields: {
      aspectRatio: {
        type: 'string',
        presence: true,
        limits: generationLimits.aspectRatio,
        doc: 'Width to height of the picture: 1:1, 1:4, 4:1, 1:8, 8:1, 2:3, 3:2, 3:4, 4:3, 4:5, 5:4, 9:16, 16:9 or 21:9.',
      },
      imageSize: {
        type: 'string',
        presence: true,
        versions: NEW,
        limits: generationLimits.imageSize,
        doc: '512, 1K, 2K or 4K; 1K when absent.',
      },
    },
  },
} as const satisfies MessageFamily;
