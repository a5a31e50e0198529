import type { FieldRow, MessageFamily } from '../row';
import { SNAKE, USAGE, words } from './shared';
import { IDENTITY, TOKEN } from './interaction';

function event<const Word extends string>(word: Word) {
  return {
    event_type: { type: 'string', const: word, required: true },
    event_id: {
      type: 'string',
      doc: 'Position in the stream. Send it to resume the stream after this event.',
    },
  } as const satisfies { readonly [name: string]: FieldRow };
}

const INDEX = {
  type: 'int32',
  required: true,
  doc: 'Index of the step in the interaction, starting at 0.',
} as const satisfies FieldRow;

const PARTIAL = {
  type: 'interactions.InteractionSseEventInteraction',
  required: true,
  doc: 'The interaction without its steps.',
} as const satisfies FieldRow;

/** SSE events. The JSON repeats the event name. */
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
      step: {
        type: 'interactions.Step',
        required: true,
        doc: 'Step that the deltas are added to.',
      },
    },
  },
  'interactions.StepDelta': {
    ...SNAKE,
    fields: {
      ...event('step.delta'),
      index: INDEX,
      delta: {
        type: 'interactions.StepDeltaData',
        required: true,
        doc: 'Delta to add to the step.',
      },
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
      step_usage: { type: 'interactions.Usage', doc: 'Token usage of this step.' },
    },
  },
  /** Sent for successful and failed interactions. */
  'interactions.InteractionCompletedEvent': {
    ...SNAKE,
    fields: { ...event('interaction.completed'), interaction: PARTIAL },
  },
  'interactions.ErrorEvent': {
    ...SNAKE,
    fields: {
      ...event('error'),
      error: { type: 'interactions.InteractionError', doc: 'Error that ended the stream.' },
    },
  },
  'interactions.InteractionSseEventInteraction': {
    ...SNAKE,
    fields: {
      ...IDENTITY,
      object: { type: 'string', outputOnly: true, doc: 'Always interaction.' },
      model: { type: 'string' },
      agent: { type: 'string' },
      service_tier: { type: 'interactions.ServiceTier' },
      continuation_token: { ...TOKEN, outputOnly: true },
      steps: { type: 'interactions.Step', repeated: true, outputOnly: true },
      usage: USAGE,
    },
  },
} as const satisfies MessageFamily;

const METADATA = {
  type: 'struct',
  doc: 'Custom metadata included in each webhook call.',
} as const satisfies FieldRow;

export const noticeMessages = {
  'interactions.ErrorResponse': {
    ...SNAKE,
    fields: { error: { type: 'interactions.InteractionError', required: true } },
  },
  'interactions.InteractionError': {
    ...SNAKE,
    fields: {
      code: { type: 'interactions.ErrorCode', required: true },
      message: { type: 'string', required: true },
    },
  },
  'interactions.ErrorCode': words(
    'invalid_request',
    'failed_precondition',
    'parameter_unknown',
    'authentication',
    'payment_required',
    'permission_denied',
    'not_found',
    'model_not_found',
    'already_exists',
    'aborted',
    'out_of_range',
    'rate_limit_exceeded',
    'quota_exceeded',
    'too_many_requests',
    'cancelled',
    'api_error',
    'unimplemented',
    'service_unavailable',
    'deadline_exceeded',
    'safety',
    'recitation',
    'language',
    'prohibited_content',
    'spii',
    'blocklist',
    'image_safety',
    'image_prohibited_content',
    'image_recitation',
    'image_other',
    'content_blocked',
    'malformed_function_call',
    'malformed_tool_call',
    'unexpected_tool_call',
    'no_image',
    'too_many_tool_calls',
    'missing_thought_signature',
  ),
  'interactions.WebhookConfig': {
    ...SNAKE,
    fields: {
      uris: {
        type: 'string',
        repeated: true,
        secret: 'query',
        reaches: 'address',
        doc: 'URLs to call instead of the registered ones.',
      },
      user_metadata: METADATA,
    },
  },
  'interactions.WebhookEvent': {
    ...SNAKE,
    fields: {
      type: { type: 'interactions.WebhookEventType', required: true },
      version: { type: 'string', const: 'v1', required: true },
      timestamp: { type: 'timestamp', required: true },
      data: { type: 'interactions.WebhookEventData', required: true },
    },
  },
  'interactions.WebhookEventType': words(
    'batch.succeeded',
    'batch.cancelled',
    'batch.expired',
    'batch.failed',
    'interaction.requires_action',
    'interaction.completed',
    'interaction.failed',
    'interaction.cancelled',
    'video.generated',
  ),
  'interactions.WebhookEventData': {
    ...SNAKE,
    fields: {
      id: { type: 'string', required: true, doc: 'ID of the interaction, batch, or operation.' },
      error_code: { type: 'string', doc: 'Error code.' },
      error_message: { type: 'string', doc: 'Error message.' },
      output_file_uri: { type: 'string', doc: 'URI of the batch responses or the video.' },
      user_metadata: METADATA,
    },
  },
} as const satisfies MessageFamily;
