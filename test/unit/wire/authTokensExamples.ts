import { callExamples, type Example } from './example';

export const authTokensExamples: readonly Example[] = [
  ...callExamples(
    'auth_tokens.create',
    ['v1beta', 'v1', 'v1alpha'],
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
    'POST /v1beta/auth_tokens',
    '{"name":"auth_tokens/7c1e5a9f3b8d2c6e0a4f"}',
  ),
];
