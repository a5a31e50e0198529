import type { FieldRow, MessageFamily } from '../row';
import { SNAKE, words } from './shared';

const METADATA = {
  type: 'struct',
  doc: 'What comes with each call.',
} as const satisfies FieldRow;

/** What the service says of failures, and what it tells those that do not want to ask. */
export const noticeMessages = {
  /** The body of every answer that is an error. */
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
        doc: 'Addresses that are called instead of those that are registered.',
      },
      user_metadata: METADATA,
    },
  },
  /** What a webhook is sent. */
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
      id: { type: 'string', required: true, doc: 'The interaction, the batch or the operation.' },
      error_code: { type: 'string', doc: 'Why it failed.' },
      error_message: { type: 'string', doc: 'Why it failed, in words.' },
      output_file_uri: { type: 'string', doc: 'Where the answers of a batch or a video are.' },
      user_metadata: METADATA,
    },
  },
} as const satisfies MessageFamily;
