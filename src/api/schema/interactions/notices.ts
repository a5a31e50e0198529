import type { FieldRow, MessageFamily } from '../row';
import { SNAKE, words } from './shared';

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
