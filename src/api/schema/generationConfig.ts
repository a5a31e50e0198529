import { CHECKED, deprecated, type Status, UNCONFIRMED } from '../status';
import { GEMINI, NEW, TODAY_V1 } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

/** No effect since Gemini 3.6 Flash. An error is announced. */
const SAMPLING_STATUS = {
  stage: 'deprecated',
  checked: CHECKED,
  since: '2026-07-21',
  source: 'guide to Gemini 3.6 of 2026-09',
} as const satisfies Status;

export const generationConfigMessages = {
  GenerationConfig: {
    versions: GEMINI,
    fields: {
      candidateCount: {
        type: 'int32',
        presence: true,
        limits: generationLimits.candidateCount,
        doc: 'Number of responses to generate, from 1 to 8. Default: 1, the only value newer models accept.',
      },
      stopSequences: {
        type: 'string',
        repeated: true,
        limits: generationLimits.stopSequences,
        doc: 'Up to 5 strings. The response ends before the first match.',
      },
      maxOutputTokens: {
        type: 'int32',
        presence: true,
        limits: generationLimits.maxOutputTokens,
        doc: 'Maximum number of tokens in the response. Default: the model’s limit.',
      },
      temperature: {
        type: 'float',
        presence: true,
        limits: generationLimits.temperature,
        status: SAMPLING_STATUS,
        doc: 'Sampling temperature from 0 to 2. Higher values are more varied. Default: the model’s setting.',
      },
      topP: {
        type: 'float',
        presence: true,
        limits: generationLimits.topP,
        status: SAMPLING_STATUS,
        doc: 'Samples from the most likely tokens up to this cumulative probability, from 0 to 1.',
      },
      topK: {
        type: 'int32',
        presence: true,
        limits: generationLimits.topK,
        status: SAMPLING_STATUS,
        doc: 'Samples from this many of the most likely tokens. Not supported by models that list no top-k.',
      },
      seed: {
        type: 'int32',
        presence: true,
        doc: 'Sampling seed. The model tries to repeat its response for the same seed and request.',
      },
      responseMimeType: {
        type: 'string',
        versions: TODAY_V1,
        limits: generationLimits.responseMimeType,
        doc: 'MIME type of the response: text/plain, application/json, or text/x.enum.',
      },
      responseSchema: {
        type: 'Schema',
        versions: TODAY_V1,
        status: deprecated('responseFormat.text.schema'),
        doc: 'Schema of a JSON response. Can’t be combined with responseJsonSchema.',
      },
      responseJsonSchema: { type: 'json', doc: 'JSON Schema of a JSON response.' },
      presencePenalty: {
        type: 'float',
        presence: true,
        limits: generationLimits.presencePenalty,
        doc: 'Penalty from -2 to 2. Positive values make tokens that were already used less likely.',
      },
      frequencyPenalty: {
        type: 'float',
        presence: true,
        limits: generationLimits.frequencyPenalty,
        doc: 'Penalty from -2 to 2. Positive values make tokens less likely each time they are used.',
      },
      responseLogprobs: {
        type: 'bool',
        presence: true,
        doc: 'Whether the response includes log probabilities of its tokens.',
      },
      logprobs: {
        type: 'int32',
        presence: true,
        limits: generationLimits.logprobs,
        doc: 'Number of alternatives to return per token, from 0 to 20. Requires responseLogprobs.',
      },
      enableEnhancedCivicAnswers: {
        type: 'bool',
        presence: true,
        doc: 'Whether to handle civic questions with more care. Not supported by all models.',
      },
      responseModalities: {
        type: 'GenerationConfig.Modality',
        repeated: true,
        versions: TODAY_V1,
        doc: 'Exact set of output types to return. Default: text.',
      },
      speechConfig: {
        type: 'SpeechConfig',
        presence: true,
        versions: TODAY_V1,
        differs: { v1: { status: UNCONFIRMED } },
        doc: 'Voice and language of audio output.',
      },
      thinkingConfig: {
        type: 'ThinkingConfig',
        presence: true,
        versions: TODAY_V1,
        doc: 'Thinking settings. Rejected by models that don’t support thinking.',
      },
      imageConfig: {
        type: 'ImageConfig',
        presence: true,
        versions: TODAY_V1,
        doc: 'Image output settings.',
      },
      mediaResolution: {
        type: 'GenerationConfig.MediaResolution',
        presence: true,
        versions: TODAY_V1,
        doc: 'Resolution for processing images and videos. Higher values use more tokens.',
      },
      responseFormat: {
        type: 'ResponseFormatConfig',
        versions: NEW,
        doc: 'Output format for each type of output: text, image, or audio.',
      },
      audioTranscriptionConfig: {
        type: 'AudioTranscriptionConfig',
        versions: NEW,
        doc: 'Transcription settings for audio in the request.',
      },
      translationConfig: {
        type: 'TranslationConfig',
        versions: NEW,
        doc: 'Speech translation settings. Live API only.',
      },
      enableAffectiveDialog: {
        type: 'bool',
        presence: true,
        versions: NEW,
        doc: 'Whether to adapt responses to the user’s mood. Live API only.',
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
        doc: 'Whether the response includes thought summaries.',
      },
      thinkingBudget: {
        type: 'int32',
        presence: true,
        doc: 'For models before Gemini 3. Maximum number of thinking tokens: 128 to 32,768 (2.5 Pro), 0 to 24,576 (Flash), or 512 to 24,576 (Flash-Lite), 0 to turn thinking off if supported, or -1 to let the model decide. Can’t be combined with thinkingLevel.',
      },
      thinkingLevel: {
        type: 'ThinkingConfig.ThinkingLevel',
        presence: true,
        versions: NEW,
        doc: 'For Gemini 3 and later, most of which reject MINIMAL. Can’t be combined with thinkingBudget.',
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
        doc: 'Aspect ratio of the image: 1:1, 1:4, 4:1, 1:8, 8:1, 2:3, 3:2, 3:4, 4:3, 4:5, 5:4, 9:16, 16:9, or 21:9.',
      },
      imageSize: {
        type: 'string',
        presence: true,
        versions: NEW,
        limits: generationLimits.imageSize,
        doc: 'Image size: 512, 1K, 2K, or 4K. Default: 1K.',
      },
    },
  },
} as const satisfies MessageFamily;
