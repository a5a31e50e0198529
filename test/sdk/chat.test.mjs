import assert from 'node:assert/strict';
import { all, clientOf, useEmulator } from './support/emulator.mjs';

const FLASH = 'emulator-flash';

const weather = {
  name: 'get_current_weather',
  description: 'The weather of a city.',
  parameters: {
    type: 'OBJECT',
    properties: { city: { type: 'STRING' }, unit: { type: 'STRING', enum: ['C', 'F'] } },
    required: ['city', 'unit'],
  },
};

describe('@google/genai: function calling', () => {
  const emulator = useEmulator();
  const tools = [{ functionDeclarations: [weather] }];

  it('goes there and back', async () => {
    const model = 'emulator-pro-preview';
    const { models } = clientOf(emulator());
    const question = { role: 'user', parts: [{ text: 'What is the current weather in Oslo?' }] };
    const first = await models.generateContent({
      model,
      contents: [question],
      config: { tools },
    });
    const call = first.functionCalls?.[0];
    assert.equal(call?.name, weather.name);
    assert.equal(typeof call.args?.['city'], 'string');
    assert.ok(['C', 'F'].includes(String(call.args?.['unit'])));
    const functionResponse = { id: call.id, name: call.name, response: { celsius: -7 } };
    const contents = [
      question,
      first.candidates?.[0]?.content,
      { role: 'user', parts: [{ functionResponse }] },
    ];
    const second = await models.generateContent({ model, contents, config: { tools } });
    assert.equal(second.functionCalls, undefined);
    assert.match(second.text ?? '', /-7/);
  });

  it('is done by the SDK itself where it gets the function', async () => {
    /** @type {unknown[]} */
    const calls = [];
    const callable = {
      tool: async () => ({ functionDeclarations: [weather] }),
      callTool: async (/** @type {import('./support/genai.mjs').FunctionCall[]} */ asked) => {
        calls.push(...asked.map(({ name }) => name));
        return asked.map(({ id, name }) => ({
          functionResponse: { id, name, response: { celsius: -7 } },
        }));
      },
    };
    const input = {
      model: FLASH,
      contents: 'What is the current weather in Oslo?',
      config: { tools: [callable] },
    };
    const { models } = clientOf(emulator());
    const answer = await models.generateContent(input);
    assert.deepEqual(calls, [weather.name]);
    assert.match(answer.text ?? '', /-7/);
    assert.ok((answer.automaticFunctionCallingHistory?.length ?? 0) >= 3);
    const pieces = await all(await models.generateContentStream(input));
    assert.deepEqual(calls, [weather.name, weather.name]);
    assert.match(pieces.map(({ text }) => text ?? '').join(''), /-7/);
  });
});
