import { callExamples, type Example } from './example';

export const legacyExamples: readonly Example[] = [
  ...callExamples(
    'models.generateText',
    ['v1beta', 'v1beta3'],
    {
      model: 'models/emulator-text-001',
      body: { prompt: { text: 'Once' }, temperature: 0.5, candidateCount: 2, topK: 40 },
    },
    'POST /v1beta/models/emulator-text-001:generateText',
    '{"candidates":[{"output":"upon a time","safetyRatings":[{"category":"HARM_CATEGORY_TOXICITY","probability":"NEGLIGIBLE"}]}],"filters":[{"reason":"OTHER"}]}',
  ),
  ...callExamples(
    'models.generateMessage',
    ['v1beta', 'v1beta3'],
    {
      model: 'models/emulator-chat-001',
      body: {
        prompt: {
          context: 'You are a cat.',
          examples: [{ input: { content: 'Hi' }, output: { content: 'Meow' } }],
          messages: [{ author: '0', content: 'Who are you?' }],
        },
        topP: 0.9,
      },
    },
    'POST /v1beta/models/emulator-chat-001:generateMessage',
    '{"candidates":[{"author":"1","content":"A cat."}],"messages":[{"author":"0","content":"Who are you?"}]}',
  ),
  ...callExamples(
    'models.countTextTokens',
    ['v1beta', 'v1beta3'],
    { model: 'models/emulator-text-001', body: { prompt: { text: 'one two' } } },
    'POST /v1beta/models/emulator-text-001:countTextTokens',
    '{"tokenCount":2}',
  ),
  ...callExamples(
    'models.countMessageTokens',
    ['v1beta', 'v1beta3'],
    { model: 'models/emulator-chat-001', body: { prompt: { messages: [{ content: 'Hi' }] } } },
    'POST /v1beta/models/emulator-chat-001:countMessageTokens',
    '{"tokenCount":1}',
  ),
];
