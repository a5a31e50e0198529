import { ALL, GEMINI, NEW, PALM } from '../versions';
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
