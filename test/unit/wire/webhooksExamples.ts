import { callExamples, type Example } from './example';

export const webhooksExamples: readonly Example[] = [
  ...callExamples(
    'webhooks.create',
    ['v1', 'v1beta'],
    {
      body: {
        uri: 'https://tides.example.com/done',
        subscribed_events: ['interaction.completed', 'interaction.failed'],
        name: 'Tides',
      },
    },
    'POST /v1/webhooks',
    '{"id":"w6r3q9k1b8td","name":"Tides","uri":"https://tides.example.com/done","subscribed_events":["interaction.completed","interaction.failed"],"state":"enabled","signing_secrets":[{"truncated_secret":"whsec_Q2"}],"create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T08:00:00.125Z","new_signing_secret":"whsec_Q2FuYXJ5"}',
  ),
  ...callExamples(
    'webhooks.get',
    ['v1', 'v1beta'],
    { name: 'webhooks/w6r3q9k1b8td' },
    'GET /v1/webhooks/w6r3q9k1b8td',
    '{"id":"w6r3q9k1b8td","name":"Tides","uri":"https://tides.example.com/done","subscribed_events":["interaction.completed","interaction.failed"],"state":"enabled","signing_secrets":[{"truncated_secret":"whsec_Q2"}],"create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T08:00:00.125Z"}',
  ),
  ...callExamples(
    'webhooks.list',
    ['v1', 'v1beta'],
    { page_size: 1000 },
    'GET /v1/webhooks?page_size=1000',
    '{"webhooks":[{"id":"w6r3q9k1b8td","name":"Tides","uri":"https://tides.example.com/done","subscribed_events":["interaction.completed","interaction.failed"],"state":"enabled","signing_secrets":[{"truncated_secret":"whsec_Q2"}],"create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T08:00:00.125Z"}],"next_page_token":"CgQ="}',
  ),
  ...callExamples(
    'webhooks.update',
    ['v1', 'v1beta'],
    { name: 'webhooks/w6r3q9k1b8td', update_mask: 'state', body: { state: 'disabled' } },
    'PATCH /v1/webhooks/w6r3q9k1b8td?update_mask=state',
    '{"id":"w6r3q9k1b8td","name":"Tides","uri":"https://tides.example.com/done","subscribed_events":["interaction.completed","interaction.failed"],"state":"disabled","signing_secrets":[{"truncated_secret":"whsec_Q2"}],"create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T09:30:00Z"}',
  ),
  ...callExamples(
    'webhooks.ping',
    ['v1', 'v1beta'],
    { name: 'webhooks/w6r3q9k1b8td', body: {} },
    'POST /v1/webhooks/w6r3q9k1b8td:ping',
    '{}',
  ),
  ...callExamples(
    'webhooks.rotateSigningSecret',
    ['v1', 'v1beta'],
    {
      name: 'webhooks/w6r3q9k1b8td',
      body: { revocation_behavior: 'revoke_previous_secrets_after_h24' },
    },
    'POST /v1/webhooks/w6r3q9k1b8td:rotateSigningSecret',
    '{"secret":"whsec_TmV1"}',
  ),
  ...callExamples(
    'webhooks.delete',
    ['v1', 'v1beta'],
    { name: 'webhooks/w6r3q9k1b8td' },
    'DELETE /v1/webhooks/w6r3q9k1b8td',
    '{}',
  ),
];
