import { callExamples, type Example } from './example';

export const voicesExamples: readonly Example[] = [
  ...callExamples(
    'voices.create',
    ['v1beta', 'v1'],
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
  ...callExamples(
    'voices.create',
    ['v1beta', 'v1'],
    {
      body: {
        voice: {
          type: 'replicated',
          replicated: {
            source_audio: { mime_type: 'audio/wav', data: 'UklGRg==' },
            consent_audio: { mime_type: 'audio/wav', data: 'UklGRg==' },
          },
        },
      },
    },
    'POST /v1beta/voices',
    '{"key":"voicekey_q7d3","type":"replicated","expire_time":"2026-11-27T08:00:00Z"}',
  ),
  ...callExamples(
    'voices.get',
    ['v1beta', 'v1'],
    { name: 'voices/Kore' },
    'GET /v1beta/voices/Kore',
    '{"id":"Kore","type":"prebuilt","display_name":"Kore","gender":"female","pitch":"medium"}',
  ),
  // Each of the values of a parameter has a place of its own.
  ...callExamples(
    'voices.list',
    ['v1beta', 'v1'],
    { page_size: 1000, type: ['prebuilt', 'prompted'], gender: ['female'] },
    'GET /v1beta/voices?page_size=1000&type=prebuilt&type=prompted&gender=female',
    '{"voices":[{"id":"Kore","type":"prebuilt","display_name":"Kore","gender":"female","pitch":"medium"}],"next_page_token":"CgQ="}',
  ),
  ...callExamples(
    'voices.delete',
    ['v1beta', 'v1'],
    { name: 'voices/voice_k2m8x4w1' },
    'DELETE /v1beta/voices/voice_k2m8x4w1',
    '{}',
  ),
];
