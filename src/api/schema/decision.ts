import { decisionLimits } from './fieldLimits';
import { kind, SNAKE, words } from './interactions/shared';
import type { FieldRow, MessageFamily } from './row';

const INSTRUCTIONS = {
  type: 'decisions.Instructions',
  required: true,
  doc: 'The question about the input. Text only.',
} as const satisfies FieldRow;

const CONFIDENCE = {
  type: 'double',
  doc: 'The highest of the probabilities.',
} as const satisfies FieldRow;

const PROBABILITIES = {
  type: 'double',
  map: true,
} as const satisfies FieldRow;

export const decisionMessages = {
  'decisions.CreateDecisionRequest': {
    ...SNAKE,
    fields: {
      model: { type: 'string', required: true, doc: 'ID of a model that supports decisions.' },
      input: {
        type: 'decisions.Input',
        required: true,
        doc: 'Input for all questions: a string, a content block, or a list of content blocks.',
      },
      questions: {
        type: 'decisions.Question',
        map: true,
        required: true,
        doc:
          `1 to ${decisionLimits.questions} questions by ID (letters, digits, _ and -). Each is answered on its own: ` +
          'adding a question doesn’t change the other answers.',
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
  'decisions.NoulQuestion': {
    ...SNAKE,
    fields: {
      type: kind('noul'),
      instructions: INSTRUCTIONS,
      criteria: { type: 'decisions.NoulCriteria', doc: 'Definitions of yes and no.' },
    },
  },
  'decisions.NoulCriteria': {
    ...SNAKE,
    fields: {
      true_description: { type: 'string', doc: 'Description of when the answer is yes.' },
      false_description: { type: 'string', doc: 'Description of when the answer is no.' },
    },
  },
  'decisions.ChoiceQuestion': {
    ...SNAKE,
    fields: {
      type: kind('choice'),
      instructions: INSTRUCTIONS,
      criteria: {
        // Google's SDK declares strings; the AI SDK sends null for options without a value.
        type: 'json',
        map: true,
        required: true,
        doc: '2 to 255 options, each with a description or null. Add an “other” option if none may fit.',
      },
    },
  },
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
        doc: 'At least 2 levels, starting with the lowest at 0. 2 to 10 levels are recommended.',
      },
    },
  },
  'decisions.CreateDecisionResponse': {
    ...SNAKE,
    fields: {
      answers: {
        type: 'decisions.Answer',
        map: true,
        doc: 'Answers by question ID. Absent if the input was blocked.',
      },
      prompt_feedback: {
        type: 'decisions.PromptFeedback',
        doc: 'The reason there are no answers.',
      },
      usage: { type: 'interactions.Usage', doc: 'Token usage.' },
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
      noul: { type: 'double', doc: 'Probability of yes, from 0.01 to 0.99.' },
      confidence: { type: 'double', doc: 'Probability of the more likely of yes and no.' },
    },
  },
  'decisions.ChoiceAnswer': {
    ...SNAKE,
    fields: {
      type: kind('choice'),
      choice: { type: 'string', doc: 'The most likely option.' },
      probabilities: { ...PROBABILITIES, doc: 'Probability of each option. The sum is 1.' },
      confidence: CONFIDENCE,
    },
  },
  'decisions.ScoreAnswer': {
    ...SNAKE,
    fields: {
      type: kind('score'),
      score: { type: 'double', doc: 'Mean level, weighted by probability.' },
      probabilities: { ...PROBABILITIES, doc: 'Probability of each level. The sum is 1.' },
      legend: { type: 'string', map: true, doc: 'Levels by number.' },
      confidence: CONFIDENCE,
    },
  },
  'decisions.PromptFeedback': {
    ...SNAKE,
    fields: {
      block_reason: { type: 'decisions.BlockReason', doc: 'The reason the input was blocked.' },
      block_reason_message: { type: 'string', doc: 'Message that explains the block reason.' },
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
