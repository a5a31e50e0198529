import { PALM } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

/** Legacy chat (PaLM). */
export const messageMessages = {
  Message: {
    versions: PALM,
    fields: {
      author: {
        type: 'string',
        doc: 'Who says it, in letters and digits. A prompt has at most two.',
      },
      content: { type: 'string', required: true, doc: 'What is said.' },
      citationMetadata: {
        type: 'CitationMetadata',
        outputOnly: true,
        presence: true,
        doc: 'Where parts of an answer are quoted from.',
      },
    },
  },
  /** A prompt of the legacy chat models. */
  MessagePrompt: {
    versions: PALM,
    fields: {
      context: {
        type: 'string',
        doc: 'Given to the model before all else, such as what to do. Kept where the rest is too long.',
      },
      examples: {
        type: 'Example',
        repeated: true,
        doc: 'How the model shall answer. Dropped after the oldest messages where all is too long.',
      },
      messages: {
        type: 'Message',
        repeated: true,
        required: true,
        doc: "Alternating turns of two authors, oldest first; the last is the user's. The oldest are dropped where all is too long.",
      },
    },
  },
  Example: {
    versions: PALM,
    fields: {
      input: { type: 'Message', required: true, doc: 'What a user could say.' },
      output: { type: 'Message', required: true, doc: 'What the model shall say to that.' },
    },
  },
  GenerateMessageRequest: {
    versions: PALM,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'models/{id}; the URL of a call has it.',
      },
      prompt: { type: 'MessagePrompt', required: true, doc: 'The conversation so far.' },
      temperature: {
        type: 'float',
        presence: true,
        limits: generationLimits.unitTemperature,
        doc: '0 to 1. Higher is more varied. Absent: what the model has.',
      },
      candidateCount: {
        type: 'int32',
        presence: true,
        limits: generationLimits.candidateCount,
        doc: 'How many answers to give, 1 to 8; 1 when absent.',
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
        doc: 'Tokens are taken among this many most probable ones.',
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
        doc: 'models/{id}; the URL of a call has it.',
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

/** Legacy text generation (PaLM). */
export const textMessages = {
  /** A prompt of the legacy text models. */
  TextPrompt: {
    versions: PALM,
    fields: {
      text: { type: 'string', required: true, doc: 'What the model continues or answers.' },
    },
  },
  GenerateTextRequest: {
    versions: PALM,
    fields: {
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'models/{id} or tunedModels/{id}; the URL of a call has it.',
      },
      prompt: { type: 'TextPrompt', required: true, doc: 'The text to continue or answer.' },
      temperature: {
        type: 'float',
        presence: true,
        limits: generationLimits.unitTemperature,
        doc: '0 to 1. Higher is more varied. Absent: what the model has.',
      },
      candidateCount: {
        type: 'int32',
        presence: true,
        limits: generationLimits.candidateCount,
        doc: 'How many answers to give, 1 to 8; 1 when absent.',
      },
      maxOutputTokens: {
        type: 'int32',
        presence: true,
        limits: generationLimits.maxOutputTokens,
        doc: 'Most tokens of an answer. Absent: as many as the model gives.',
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
        doc: 'Tokens are taken among this many most probable ones; 40 when absent.',
      },
      safetySettings: {
        type: 'SafetySetting',
        repeated: true,
        doc: 'At most one per category, of those for legacy models.',
      },
      stopSequences: {
        type: 'string',
        repeated: true,
        limits: generationLimits.stopSequences,
        doc: 'At most 5. The answer ends before the first that appears.',
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
        doc: 'models/{id}; the URL of a call has it.',
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
