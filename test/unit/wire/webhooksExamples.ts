import { inBoth, type Example } from './example';

export const webhooksExamples: readonly Example[] = [
  ...inBoth(
    'webhooks.create',
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
  ...inBoth(
    'webhooks.get',
    { name: 'webhooks/w6r3q9k1b8td' },
    'GET /v1/webhooks/w6r3q9k1b8td',
    '{"id":"w6r3q9k1b8td","name":"Tides","uri":"https://tides.example.com/done","subscribed_events":["interaction.completed","interaction.failed"],"state":"enabled","signing_secrets":[{"truncated_secret":"whsec_Q2"}],"create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T08:00:00.125Z"}',
  ),
  ...inBoth(
    'webhooks.list',
    { page_size: 1000 },
    'GET /v1/webhooks?page_size=1000',
    '{"webhooks":[{"id":"w6r3q9k1b8td","name":"Tides","uri":"https://tides.example.com/done","subscribed_events":["interaction.completed","interaction.failed"],"state":"enabled","signing_secrets":[{"truncated_secret":"whsec_Q2"}],"create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T08:00:00.125Z"}],"next_page_token":"CgQ="}',
  ),
  ...inBoth(
    'webhooks.update',
    { name: 'webhooks/w6r3q9k1b8td', update_mask: 'state', body: { state: 'disabled' } },
    'PATCH /v1/webhooks/w6r3q9k1b8td?update_mask=state',
    '{"id":"w6r3q9k1b8td","name":"Tides","uri":"https://tides.example.com/done","subscribed_events":["interaction.completed","interaction.failed"],"state":"disabled","signing_secrets":[{"truncated_secret":"whsec_Q2"}],"create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T09:30:00Z"}',
  ),
  ...inBoth(
    'webhooks.ping',
    { name: 'webhooks/w6r3q9k1b8td', body: {} },
    'POST /v1/webhooks/w6r3q9k1b8td:ping',
    '{}',
  ),
  ...inBoth(
    'webhooks.rotateSigningSecret',
    {
      name: 'webhooks/w6r3q9k1b8td',
      body: { revocation_behavior: 'revoke_previous_secrets_after_h24' },
    },
    'POST /v1/webhooks/w6r3q9k1b8td:rotateSigningSecret',
    '{"secret":"whsec_TmV1"}',
  ),
  ...inBoth(
    'webhooks.delete',
    { name: 'webhooks/w6r3q9k1b8td' },
    'DELETE /v1/webhooks/w6r3q9k1b8td',
    '{}',
  ),
];
