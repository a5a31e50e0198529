import { callExample, callExamples, inBoth, type Example } from './example';

export const embedExamples: readonly Example[] = [
  ...inBoth(
    'models.embedContent',
    {
      model: 'models/emulator-embedding',
      body: {
        content: { parts: [{ text: 'A kite is tethered.' }] },
        taskType: 'RETRIEVAL_DOCUMENT',
        title: 'Kites',
        outputDimensionality: 3,
      },
    },
    'POST /v1beta/models/emulator-embedding:embedContent',
    '{"embedding":{"values":[0.013168523,-0.008711934,-4.5e-05]}}',
  ),
  // The service needs the model in each inner request, although the URL has it.
  ...inBoth(
    'models.batchEmbedContents',
    {
      model: 'models/emulator-embedding',
      body: {
        requests: [
          {
            model: 'models/emulator-embedding',
            content: { parts: [{ text: 'red' }] },
            taskType: 'CODE_RETRIEVAL_QUERY',
          },
          {
            model: 'models/emulator-embedding',
            content: { role: 'user', parts: [{ text: 'kite' }] },
            outputDimensionality: 2,
          },
        ],
      },
    },
    'POST /v1beta/models/emulator-embedding:batchEmbedContents',
    '{"embeddings":[{"values":[0.25,0.125,-0.0625]},{"values":[0.75,-0.5]}]}',
  ),
  ...callExamples(
    'models.embedText',
    ['v1beta', 'v1beta3'],
    { model: 'models/emulator-text-embedding-001', body: { text: 'say "hi"\n' } },
    'POST /v1beta/models/emulator-text-embedding-001:embedText',
    '{"embedding":{"value":[0.03125,0.7]}}',
  ),
  // v1beta takes texts or requests, v1beta3 texts only.
  callExample(
    'models.batchEmbedText',
    {
      model: 'models/emulator-text-embedding-001',
      body: {
        requests: [
          { model: 'models/emulator-text-embedding-001', text: 'up' },
          { model: 'models/emulator-text-embedding-001', text: 'down' },
        ],
      },
    },
    'POST /v1beta/models/emulator-text-embedding-001:batchEmbedText',
    '{"embeddings":[{"value":[1,0]},{"value":[-1,0]}]}',
  ),
  callExample(
    'models.batchEmbedText',
    {
      model: 'models/emulator-text-embedding-001',
      body: { texts: ['first', 'zweiter', '三'] },
    },
    'POST /v1beta3/models/emulator-text-embedding-001:batchEmbedText',
    '{"embeddings":[{"value":[0.1]},{"value":[0.2]},{"value":[0.3]}]}',
  ),
];
