import { callExamples, callExample, type Example } from './example';

export const authTokensExamples: readonly Example[] = [
  callExample(
    'auth_tokens.create',
    'v1beta',
    {
      body: {
        uses: 3,
        bidiGenerateContentSetup: {
          model: 'models/gemini-3.8-live',
          generationConfig: { temperature: 0.7, responseModalities: ['AUDIO'] },
          sessionResumption: {},
        },
        fieldMask: 'model,generationConfig.temperature',
      },
    },
    {
      request: 'POST /v1beta/auth_tokens',
      answer: '{"name":"auth_tokens/7c1e5a9f3b8d2c6e0a4f"}',
    },
  ),
  ...callExamples(
    'auth_tokens.create',
    ['v1', 'v1alpha'],
    { body: { uses: 0 } },
    {
      request: 'POST /v1/auth_tokens',
      answer: '{"name":"auth_tokens/0b4d8f2a6c1e5b9d3f7a"}',
    },
  ),
];
