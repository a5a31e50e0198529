import type { FieldRow, MessageFamily } from '../row';
import { SNAKE, USAGE } from './shared';
import { IDENTITY, TOKEN } from './interaction';

function event<const Word extends string>(word: Word) {
  return {
    event_type: { type: 'string', const: word, required: true },
    event_id: {
      type: 'string',
      doc: 'Where in the stream it stands: what follows is sent again to who names it.',
    },
  } as const satisfies { readonly [name: string]: FieldRow };
}

const INDEX = {
  type: 'int32',
  required: true,
  doc: 'Which step of the interaction, from 0.',
} as const satisfies FieldRow;

const PARTIAL = {
  type: 'interactions.InteractionSseEventInteraction',
  required: true,
  doc: 'The interaction without its steps.',
} as const satisfies FieldRow;

/** Events of a stream, each the JSON of one piece. The words of event and JSON are the same. */
export const eventMessages = {
  'interactions.InteractionSSEEvent': {
    ...SNAKE,
    by: 'event_type',
    oneOf: [
      'interactions.InteractionCreatedEvent',
      'interactions.InteractionStatusUpdate',
      'interactions.StepStart',
      'interactions.StepDelta',
      'interactions.StepStop',
      'interactions.InteractionCompletedEvent',
      'interactions.ErrorEvent',
    ],
  },
  'interactions.InteractionCreatedEvent': {
    ...SNAKE,
    fields: { ...event('interaction.created'), interaction: PARTIAL },
  },
  'interactions.InteractionStatusUpdate': {
    ...SNAKE,
    fields: {
      ...event('interaction.status_update'),
      interaction_id: { type: 'string', required: true },
      status: { type: 'interactions.InteractionStatus', required: true },
      usage: USAGE,
      continuation_token: TOKEN,
    },
  },
  'interactions.StepStart': {
    ...SNAKE,
    fields: {
      ...event('step.start'),
      index: INDEX,
      step: { type: 'interactions.Step', required: true, doc: 'What deltas are added to.' },
    },
  },
  'interactions.StepDelta': {
    ...SNAKE,
    fields: {
      ...event('step.delta'),
      index: INDEX,
      delta: { type: 'interactions.StepDeltaData', required: true, doc: 'What is added.' },
      metadata: { type: 'interactions.StepDeltaMetadata' },
    },
  },
  'interactions.StepDeltaMetadata': { ...SNAKE, fields: { total_usage: USAGE } },
  'interactions.StepStop': {
    ...SNAKE,
    fields: {
      ...event('step.stop'),
      index: INDEX,
      usage: USAGE,
      step_usage: { type: 'interactions.Usage', doc: 'What this step alone cost, in tokens.' },
    },
  },
  /** The end of it, be it a good one or not. */
  'interactions.InteractionCompletedEvent': {
    ...SNAKE,
    fields: { ...event('interaction.completed'), interaction: PARTIAL },
  },
  'interactions.ErrorEvent': {
    ...SNAKE,
    fields: {
      ...event('error'),
      error: { type: 'interactions.InteractionError', doc: 'Why the stream ends here.' },
    },
  },
  'interactions.InteractionSseEventInteraction': {
    ...SNAKE,
    fields: {
      ...IDENTITY,
      object: { type: 'string', outputOnly: true, doc: 'The word interaction.' },
      model: { type: 'string' },
      agent: { type: 'string' },
      service_tier: { type: 'interactions.ServiceTier' },
      continuation_token: { ...TOKEN, outputOnly: true },
      steps: { type: 'interactions.Step', repeated: true, outputOnly: true },
      usage: USAGE,
    },
  },
} as const satisfies MessageFamily;
