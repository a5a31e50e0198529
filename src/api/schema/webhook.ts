import { NEW } from '../versions';
import { page } from './interactions/shared';
import type { MessageFamily } from './row';

const uri = {
  type: 'string',
  required: true,
  secret: 'query',
  reaches: 'address',
  doc: 'Where events are sent to.',
} as const;
const name = { type: 'string', doc: 'Name for people.' } as const;
const subscribed = {
  type: 'interactions.WebhookEventType',
  repeated: true,
  required: true,
  doc: 'What it is told of.',
} as const;

/** Webhooks: addresses that are told when something has ended. */
export const webhookMessages = {
  'webhooks.Webhook': {
    versions: NEW,
    case: 'snake',
    fields: {
      id: { type: 'string', outputOnly: true, doc: 'The last segment of its name.' },
      name,
      uri,
      subscribed_events: subscribed,
      state: { type: 'webhooks.WebhookState', doc: 'Whether events are sent to it.' },
      signing_secrets: {
        type: 'webhooks.SigningSecret',
        repeated: true,
        outputOnly: true,
        doc: 'The secrets that hold, of which only a piece is shown.',
      },
      new_signing_secret: {
        type: 'string',
        outputOnly: true,
        doc: 'whsec_…: what its events are signed with. Only the answer that creates it has it.',
      },
      create_time: { type: 'timestamp', outputOnly: true, doc: 'When it was created.' },
      update_time: { type: 'timestamp', outputOnly: true, doc: 'When it was changed last.' },
    },
  },
  'webhooks.WebhookState': {
    versions: NEW,
    open: true,
    values: { enabled: null, disabled: null, disabled_due_to_failed_deliveries: null },
  },
  /** A secret in force. */
  'webhooks.SigningSecret': {
    versions: NEW,
    case: 'snake',
    fields: {
      truncated_secret: { type: 'string', outputOnly: true, doc: 'How it begins.' },
      expire_time: { type: 'timestamp', outputOnly: true, doc: 'When it stops to hold.' },
    },
  },
  'webhooks.WebhookInput': {
    versions: NEW,
    case: 'snake',
    fields: { name, uri, subscribed_events: subscribed },
  },
  'webhooks.WebhookUpdate': {
    versions: NEW,
    case: 'snake',
    fields: {
      name,
      uri: {
        type: 'string',
        secret: 'query',
        reaches: 'address',
        doc: 'Where events are sent to.',
      },
      subscribed_events: {
        type: 'interactions.WebhookEventType',
        repeated: true,
        doc: 'What it is told of.',
      },
      state: {
        type: 'webhooks.WebhookUpdateState',
        doc: 'Whether events are sent to it.',
      },
    },
  },
  'webhooks.WebhookUpdateState': {
    versions: NEW,
    values: { enabled: null, disabled: null, disabled_due_to_failed_deliveries: null },
  },
  'webhooks.WebhookListResponse': page('webhooks', 'webhooks.Webhook'),
  'webhooks.PingWebhookRequest': { versions: NEW, case: 'snake', fields: {} },
  'webhooks.WebhookPingResponse': { versions: NEW, case: 'snake', fields: {} },
  'webhooks.RotateSigningSecretRequest': {
    versions: NEW,
    case: 'snake',
    fields: {
      revocation_behavior: {
        type: 'webhooks.RevocationBehavior',
        doc: 'When the secrets of before stop to hold.',
      },
    },
  },
  'webhooks.RevocationBehavior': {
    versions: NEW,
    values: {
      revoke_previous_secrets_after_h24: null,
      revoke_previous_secrets_immediately: null,
    },
  },
  'webhooks.WebhookRotateSigningSecretResponse': {
    versions: NEW,
    case: 'snake',
    fields: {
      secret: {
        type: 'string',
        outputOnly: true,
        doc: 'whsec_…: what events are signed with from now on. It is shown here only.',
      },
    },
  },
} as const satisfies MessageFamily;
