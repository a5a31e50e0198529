import { PALM } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

export const messageMessages = {
  Message: {
    versions: PALM,
    fields: {
      author: {
        type: 'string',
        doc: 'Author of the message, in letters and digits. A prompt has up to two authors.',
      },
      content: { type: 'string', required: true, doc: 'Text of the message.' },
      citationMetadata: {
        type: 'CitationMetadata',
        outputOnly: true,
        presence: true,
        doc: 'Sources that parts of the response are quoted from.',
      },
    },
  },
  MessagePrompt: {
    versions: PALM,
    fields: {
      context: {
        type: 'string',
        doc: 'Context that precedes all messages, such as instructions. Retained if the prompt is too long.',
      },
      examples: {
        type: 'Example',
        repeated: true,
        doc: 'Examples of how the model should respond. Dropped after the oldest messages if the prompt is too long.',
      },
      messages: {
        type: 'Message',
        repeated: true,
        required: true,
        doc: 'Alternating turns of two authors, oldest first and ending with the user. The oldest are dropped if the prompt is too long.',
      },
    },
  },
  Example: {
    versions: PALM,
    fields: {
      input: { type: 'Message', required: true, doc: 'Example of user input.' },
      output: { type: 'Message', required: true, doc: 'Expected response to the input.' },
    },
  },
  GenerateMessageRequest: {
    versions: PALM,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'Model name, in the format models/{id}. Part of the request URL.',
      },
      prompt: { type: 'MessagePrompt', required: true, doc: 'The conversation so far.' },
      temperature: {
        type: 'float',
        presence: true,
        limits: generationLimits.unitTemperature,
        doc: 'Sampling temperature from 0 to 1 (default: the model’s value). Higher values produce more varied responses.',
      },
      candidateCount: {
        type: 'int32',
        presence: true,
        limits: generationLimits.candidateCount,
        doc: 'Number of responses to generate, from 1 to 8. Default: 1.',
      },
      topP: {
        type: 'float',
        presence: true,
        limits: generationLimits.topP,
        doc: 'Samples from the most likely tokens up to this cumulative probability, from 0 to 1.',
      },
      topK: {
        type: 'int32',
        presence: true,
        limits: generationLimits.topK,
        doc: 'Samples from this many of the most likely tokens.',
      },
    },
  },
  GenerateMessageResponse: {
    versions: PALM,
    fields: {
      candidates: { type: 'Message', repeated: true },
      messages: { type: 'Message', repeated: true },
      filters: { type: 'ContentFilter', repeated: true },
    },
  },
  CountMessageTokensRequest: {
    versions: PALM,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'Model name, in the format models/{id}. Part of the request URL.',
      },
      prompt: { type: 'MessagePrompt', required: true, doc: 'The conversation to count.' },
    },
  },
  CountMessageTokensResponse: {
    versions: PALM,
    fields: {
      tokenCount: { type: 'int32' },
    },
  },
} as const satisfies MessageFamily;

export const textMessages = {
  TextPrompt: {
    versions: PALM,
    fields: {
      text: {
        type: 'string',
        required: true,
        doc: 'Text for the model to continue or respond to.',
      },
    },
  },
  GenerateTextRequest: {
    versions: PALM,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'Model name: models/{id} or tunedModels/{id}. Part of the request URL.',
      },
      prompt: { type: 'TextPrompt', required: true, doc: 'Text to continue or respond to.' },
      temperature: {
        type: 'float',
        presence: true,
        limits: generationLimits.unitTemperature,
        doc: 'Sampling temperature from 0 to 1 (default: the model’s value). Higher values produce more varied responses.',
      },
      candidateCount: {
        type: 'int32',
        presence: true,
        limits: generationLimits.candidateCount,
        doc: 'Number of responses to generate, from 1 to 8. Default: 1.',
      },
      maxOutputTokens: {
        type: 'int32',
        presence: true,
        limits: generationLimits.maxOutputTokens,
        doc: 'Maximum number of tokens in the response. Default: the model’s limit.',
      },
      topP: {
        type: 'float',
        presence: true,
        limits: generationLimits.topP,
        doc: 'Samples from the most likely tokens up to this cumulative probability, from 0 to 1.',
      },
      topK: {
        type: 'int32',
        presence: true,
        limits: generationLimits.topK,
        doc: 'Samples from this many of the most likely tokens. Default: 40.',
      },
      safetySettings: {
        type: 'SafetySetting',
        repeated: true,
        doc: 'Safety settings, up to one per category. Only categories for legacy models are allowed.',
      },
      stopSequences: {
        type: 'string',
        repeated: true,
        limits: generationLimits.stopSequences,
        doc: 'Up to 5 strings. The response ends before the first match.',
      },
    },
  },
  GenerateTextResponse: {
    versions: PALM,
    fields: {
      candidates: { type: 'TextCompletion', repeated: true },
      filters: { type: 'ContentFilter', repeated: true },
      safetyFeedback: { type: 'SafetyFeedback', repeated: true },
    },
  },
  TextCompletion: {
    versions: PALM,
    fields: {
      output: { type: 'string', outputOnly: true },
      safetyRatings: { type: 'SafetyRating', repeated: true },
      citationMetadata: { type: 'CitationMetadata', outputOnly: true, presence: true },
    },
  },
  CountTextTokensRequest: {
    versions: PALM,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'Model name, in the format models/{id}. Part of the request URL.',
      },
      prompt: { type: 'TextPrompt', required: true, doc: 'The text to count.' },
    },
  },
  CountTextTokensResponse: {
    versions: PALM,
    fields: {
      tokenCount: { type: 'int32' },
    },
  },
} as const satisfies MessageFamily;
