import { NEW } from '../versions';
import { page, SNAKE } from './interactions/shared';
import type { MessageFamily } from './row';

const uri = {
  type: 'string',
  required: true,
  secret: 'query',
  reaches: 'address',
  doc: 'URL that receives the events.',
} as const;
const name = { type: 'string', doc: 'Display name.' } as const;
const subscribed = {
  type: 'interactions.WebhookEventType',
  repeated: true,
  required: true,
  doc: 'Events that the webhook is subscribed to.',
} as const;

export const webhookMessages = {
  'webhooks.Webhook': {
    ...SNAKE,
    fields: {
      id: { type: 'string', outputOnly: true, doc: 'Last segment of the resource name.' },
      name,
      uri,
      subscribed_events: subscribed,
      state: {
        type: 'webhooks.WebhookState',
        doc: 'State of the webhook, which determines whether it receives events.',
      },
      signing_secrets: {
        type: 'webhooks.SigningSecret',
        repeated: true,
        outputOnly: true,
        doc: 'Active signing secrets, truncated.',
      },
      new_signing_secret: {
        type: 'string',
        outputOnly: true,
        doc: 'Secret (whsec_…) that signs the webhook’s events. Returned only when the webhook is created.',
      },
      create_time: { type: 'timestamp', outputOnly: true, doc: 'Creation time.' },
      update_time: { type: 'timestamp', outputOnly: true, doc: 'Time of the last update.' },
    },
  },
  'webhooks.WebhookState': {
    versions: NEW,
    open: true,
    values: { enabled: null, disabled: null, disabled_due_to_failed_deliveries: null },
  },
  'webhooks.SigningSecret': {
    ...SNAKE,
    fields: {
      truncated_secret: {
        type: 'string',
        outputOnly: true,
        doc: 'First characters of the secret.',
      },
      expire_time: { type: 'timestamp', outputOnly: true, doc: 'Time the secret expires.' },
    },
  },
  'webhooks.WebhookInput': {
    ...SNAKE,
    fields: { name, uri, subscribed_events: subscribed },
  },
  'webhooks.WebhookUpdate': {
    ...SNAKE,
    fields: {
      name,
      uri: {
        type: 'string',
        secret: 'query',
        reaches: 'address',
        doc: 'URL that receives the events.',
      },
      subscribed_events: {
        type: 'interactions.WebhookEventType',
        repeated: true,
        doc: 'Events that the webhook is subscribed to.',
      },
      state: {
        type: 'webhooks.WebhookUpdateState',
        doc: 'State of the webhook, which determines whether it receives events.',
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
    ...SNAKE,
    fields: {
      revocation_behavior: {
        type: 'webhooks.RevocationBehavior',
        doc: 'When to revoke the previous secrets.',
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
    ...SNAKE,
    fields: {
      secret: {
        type: 'string',
        outputOnly: true,
        doc: 'New secret (whsec_…) that signs future events. Returned only in this response.',
      },
    },
  },
} as const satisfies MessageFamily;
