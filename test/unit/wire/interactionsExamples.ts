import { inBoth, type Example } from './example';

export const interactionsExamples: readonly Example[] = [
  ...inBoth(
    'interactions.create',
    {
      body: {
        model: 'emulator-flash',
        input: 'When are neap tides?',
        system_instruction: 'Answer in one line.',
        store: true,
      },
    },
    'POST /v1beta/interactions',
    '{"id":"v1_Q2hkQk1h","object":"interaction","status":"completed","created":"2026-11-20T08:00:00.125Z","updated":"2026-11-20T09:30:00Z","model":"gemini-3.5-flash","steps":[{"type":"thought","signature":"c2ln"},{"type":"model_output","content":[{"type":"text","text":"Neap tides follow the half moons."}]}],"usage":{"total_tokens":61,"total_input_tokens":9,"total_output_tokens":12,"total_thought_tokens":40}}',
  ),
  ...inBoth(
    'interactions.get',
    { name: 'interactions/v1_Q2hkQk1h', include_input: true },
    'GET /v1beta/interactions/v1_Q2hkQk1h?include_input=true',
    '{"id":"v1_Q2hkQk1h","object":"interaction","status":"completed","created":"2026-11-20T08:00:00.125Z","updated":"2026-11-20T09:30:00Z","model":"gemini-3.5-flash","steps":[{"type":"user_input","content":[{"type":"text","text":"When are neap tides?"}]},{"type":"thought","signature":"c2ln"},{"type":"model_output","content":[{"type":"text","text":"Neap tides follow the half moons."}]}],"usage":{"total_tokens":61,"total_input_tokens":9,"total_output_tokens":12,"total_thought_tokens":40}}',
  ),
  ...inBoth(
    'interactions.cancel',
    { name: 'interactions/v1_YmFja2dy' },
    'POST /v1beta/interactions/v1_YmFja2dy/cancel',
    '{"id":"v1_YmFja2dy","object":"interaction","status":"cancelled","agent":"deep-research-preview-04-2026","created":"2026-11-20T08:00:00.125Z","updated":"2026-11-20T09:30:00Z"}',
  ),
  ...inBoth(
    'interactions.delete',
    { name: 'interactions/v1_Q2hkQk1h' },
    'DELETE /v1beta/interactions/v1_Q2hkQk1h',
    '{}',
  ),
];
