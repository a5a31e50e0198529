import { inBoth, type Example } from './example';

export const voicesExamples: readonly Example[] = [
  ...inBoth(
    'voices.create',
    {
      body: {
        voice: {
          type: 'prompted',
          display_name: 'Lotse',
          language_code: 'de-DE',
          gender: 'male',
          pitch: 'low',
          prompted: { input: 'A calm pilot, close to the microphone.' },
        },
        store: true,
      },
    },
    'POST /v1beta/voices',
    '{"id":"voice_k2m8x4w1","type":"prompted","display_name":"Lotse","language_code":"de-DE","gender":"male","pitch":"low","model":"voice-design","prompted":{"input":"A calm pilot, close to the microphone."},"sample_audio":{"mime_type":"audio/wav","data":"UklGRg=="},"expire_time":"2027-11-20T08:00:00Z","usage":{"total_tokens":120}}',
  ),
  ...inBoth(
    'voices.get',
    { name: 'voices/Kore' },
    'GET /v1beta/voices/Kore',
    '{"id":"Kore","type":"prebuilt","display_name":"Kore","gender":"female","pitch":"medium"}',
  ),
  // Each of the values of a parameter has a place of its own.
  ...inBoth(
    'voices.list',
    { page_size: 1000, type: ['prebuilt', 'prompted'], gender: ['female'] },
    'GET /v1beta/voices?page_size=1000&type=prebuilt&type=prompted&gender=female',
    '{"voices":[{"id":"Kore","type":"prebuilt","display_name":"Kore","gender":"female","pitch":"medium"}],"next_page_token":"CgQ="}',
  ),
  ...inBoth(
    'voices.delete',
    { name: 'voices/voice_k2m8x4w1' },
    'DELETE /v1beta/voices/voice_k2m8x4w1',
    '{}',
  ),
];
