import assert from 'node:assert/strict';
import { json, useEmulator } from './wire';

// What clients send that can't be installed here, as they were seen to send it.

const model = '/v1beta/models/gemini-3.8-flash';
const rivers = [{ parts: [{ text: 'Name three rivers.' }], role: 'user' }];

describe('emulator: what clients in other languages send', () => {
  const emulator = useEmulator();

  it('is taken from Python, which writes parts of a message in snake case', async () => {
    const tool = {
      description: 'Weather.',
      name: 'get_weather',
      parameters_json_schema: { type: 'object', properties: { city: { type: 'string' } } },
      response_json_schema: { type: 'string' },
    };
    const thinkingConfig = { include_thoughts: true, thinking_level: 'LOW' };
    const called = await json(emulator(), `${model}:generateContent`, {
      contents: [{ parts: [{ text: 'get_weather in Oslo' }], role: 'user' }],
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
      tools: [{ functionDeclarations: [tool] }],
      generationConfig: { thinkingConfig },
    });
    assert.match(JSON.stringify(called), /"functionCall"/);
    const tags = { items: { type: 'STRING' }, title: 'Tags', type: 'ARRAY' };
    await json(emulator(), `${model}:generateContent`, {
      contents: rivers,
      generationConfig: {
        responseMimeType: 'application/json',
        responseSchema: {
          properties: { tags },
          property_ordering: ['tags'],
          required: ['tags'],
          title: 'R',
          type: 'OBJECT',
        },
      },
    });
  });
});
