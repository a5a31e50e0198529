import { inBoth, type Example } from './example';

export const credentialsExamples: readonly Example[] = [
  ...inBoth(
    'credentials.create',
    {
      body: {
        type: 'bearer_token',
        id: 'harbour-token',
        token: 'canary-token-of-the-harbour',
        header_name: 'X-Harbour',
        prefix: '',
      },
    },
    'POST /v1beta/credentials',
    '{"id":"harbour-token","type":"bearer_token","status":"active","create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T09:30:00Z"}',
  ),
  ...inBoth(
    'credentials.create',
    {
      body: {
        type: 'environment_variable',
        id: 'harbour-variable',
        value: 'canary-of-the-variable',
        injection_location: ['header', 'query'],
        trusted_domains: ['tides.example.com'],
      },
    },
    'POST /v1beta/credentials',
    '{"id":"harbour-variable","type":"environment_variable","status":"active"}',
  ),
  ...inBoth(
    'credentials.get',
    { name: 'credentials/harbour-key' },
    'GET /v1beta/credentials/harbour-key',
    '{"id":"harbour-key","type":"bearer_token","status":"active","create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T09:30:00Z"}',
  ),
  ...inBoth(
    'credentials.list',
    { page_size: 50 },
    'GET /v1beta/credentials?page_size=50',
    '{"credentials":[{"id":"harbour-key","type":"bearer_token","status":"active","create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T09:30:00Z"}],"next_page_token":"CgQ="}',
  ),
  ...inBoth(
    'credentials.update',
    {
      name: 'credentials/harbour-key',
      update_mask: 'token',
      body: { type: 'bearer_token', token: 'canary-token-of-today' },
    },
    'PATCH /v1beta/credentials/harbour-key?update_mask=token',
    '{"id":"harbour-key","type":"bearer_token","status":"active","create_time":"2026-11-20T08:00:00.125Z","update_time":"2026-11-20T09:30:00Z"}',
  ),
  ...inBoth(
    'credentials.delete',
    { name: 'credentials/harbour-key' },
    'DELETE /v1beta/credentials/harbour-key',
    '{}',
  ),
];
