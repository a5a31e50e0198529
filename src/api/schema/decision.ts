import { decisionLimits } from './fieldLimits';
import { kind, SNAKE, words } from './interactions/shared';
import type { FieldRow, MessageFamily } from './row';

const INSTRUCTIONS = {
  type: 'decisions.Instructions',
  required: true,
  doc: 'What is asked about the input, in words alone.',
} as const satisfies FieldRow;

const CONFIDENCE = {
  type: 'double',
  doc: 'The highest of its probabilities.',
} as const satisfies FieldRow;

const PROBABILITIES = {
  type: 'double',
  map: true,
} as const satisfies FieldRow;

/** Decisions, whose fields and words are like those of interactions. */
export const decisionMessages = {
  'decisions.CreateDecisionRequest': {
    ...SNAKE,
    fields: {
      model: { type: 'string', required: true, doc: 'The id of a model that decides.' },
      input: {
        type: 'decisions.Input',
        required: true,
        doc: 'What all questions are about: a text, a block of content, or several.',
      },
      questions: {
        type: 'decisions.Question',
        map: true,
        required: true,
        doc:
          `1 to ${decisionLimits.questions} by ids of letters, digits, _ and -. They don't see each other: ` +
          'another question changes no answer.',
      },
    },
  },
  'decisions.Input': {
    ...SNAKE,
    oneOf: ['string', 'interactions.Content', { list: 'interactions.Content' }],
  },
  'decisions.Instructions': {
    ...SNAKE,
    oneOf: ['string', 'interactions.TextContent', { list: 'interactions.TextContent' }],
  },
  'decisions.Question': {
    ...SNAKE,
    by: 'type',
    oneOf: ['decisions.NoulQuestion', 'decisions.ChoiceQuestion', 'decisions.ScoreQuestion'],
  },
  /** Whether something is so. */
  'decisions.NoulQuestion': {
    ...SNAKE,
    fields: {
      type: kind('noul'),
      instructions: INSTRUCTIONS,
      criteria: { type: 'decisions.NoulCriteria', doc: 'What yes and no mean.' },
    },
  },
  'decisions.NoulCriteria': {
    ...SNAKE,
    fields: {
      true_description: { type: 'string', doc: 'When it is so.' },
      false_description: { type: 'string', doc: 'When it is not.' },
    },
  },
  /** Which of several options it is. */
  'decisions.ChoiceQuestion': {
    ...SNAKE,
    fields: {
      type: kind('choice'),
      instructions: INSTRUCTIONS,
      criteria: {
        // Google's SDK types texts; the AI SDK sends null for an option that has none.
        type: 'json',
        map: true,
        required: true,
        doc: '2 to 255 options, each with its description or null. Offer another one where none may fit.',
      },
    },
  },
  /** How far it is on a scale. */
  'decisions.ScoreQuestion': {
    ...SNAKE,
    fields: {
      type: kind('score'),
      instructions: INSTRUCTIONS,
      criteria: {
        type: 'string',
        repeated: true,
        required: true,
        limits: { maxItems: decisionLimits.mostCriteria },
        doc: 'At least 2 levels from the lowest on: the first is 0. 2 to 10 are advised.',
      },
    },
  },
  'decisions.CreateDecisionResponse': {
    ...SNAKE,
    fields: {
      answers: {
        type: 'decisions.Answer',
        map: true,
        doc: 'By the ids of the questions; absent where the input was blocked.',
      },
      prompt_feedback: {
        type: 'decisions.PromptFeedback',
        doc: 'Why nothing was answered.',
      },
      usage: { type: 'interactions.Usage', doc: 'What it cost, in tokens.' },
    },
  },
  'decisions.Answer': {
    ...SNAKE,
    by: 'type',
    oneOf: ['decisions.NoulAnswer', 'decisions.ChoiceAnswer', 'decisions.ScoreAnswer'],
  },
  'decisions.NoulAnswer': {
    ...SNAKE,
    fields: {
      type: kind('noul'),
      noul: { type: 'double', doc: 'The probability that it is so, from 0.01 to 0.99.' },
      confidence: { type: 'double', doc: 'The probability of the likelier of yes and no.' },
    },
  },
  'decisions.ChoiceAnswer': {
    ...SNAKE,
    fields: {
      type: kind('choice'),
      choice: { type: 'string', doc: 'The likeliest option.' },
      probabilities: { ...PROBABILITIES, doc: 'By option; 1 together.' },
      confidence: CONFIDENCE,
    },
  },
  'decisions.ScoreAnswer': {
    ...SNAKE,
    fields: {
      type: kind('score'),
      score: { type: 'double', doc: 'The mean of the levels by their probabilities.' },
      probabilities: { ...PROBABILITIES, doc: 'By level; 1 together.' },
      legend: { type: 'string', map: true, doc: 'The levels by their numbers.' },
      confidence: CONFIDENCE,
    },
  },
  'decisions.PromptFeedback': {
    ...SNAKE,
    fields: {
      block_reason: { type: 'decisions.BlockReason', doc: 'Why the input was blocked.' },
      block_reason_message: { type: 'string', doc: 'The same in words.' },
    },
  },
  'decisions.BlockReason': words(
    'safety',
    'other',
    'blocklist',
    'prohibited_content',
    'image_safety',
  ),
} as const satisfies MessageFamily;
