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

describe('@google/genai: chat', () => {
  const emulator = useEmulator();

  it('goes on over several turns, whole and streamed', async () => {
    const chat = clientOf(emulator()).chats.create({ model: FLASH });
    const first = await chat.sendMessage({ message: 'I keep two tortoises.' });
    assert.ok((first.text ?? '').length > 0);
    const second = await all(await chat.sendMessageStream({ message: 'What do they eat?' }));
    const streamed = second.map(({ text }) => text ?? '').join('');
    const third = await chat.sendMessage({ message: 'Which animals do I keep?' });
    const history = chat.getHistory();
    assert.deepEqual(
      history
        .filter((turn, index) => turn.role !== history[index - 1]?.role)
        .map(({ role }) => role),
      ['user', 'model', 'user', 'model', 'user', 'model'],
    );
    assert.equal(
      textOf(history.slice(0, -2)),
      `I keep two tortoises.${first.text}What do they eat?${streamed}`,
    );
    // What was said before is in the prompt, so that each turn is longer.
    const [before, after] = [first, third].map(
      ({ usageMetadata }) => usageMetadata.promptTokenCount,
    );
    assert.ok((after ?? 0) > (before ?? 0));
  });

  /** @param {import('./support/genai.mjs').Content[]} turns */
  function textOf(turns) {
    return turns
      .flatMap(({ parts }) => parts ?? [])
      .map(({ text }) => text ?? '')
      .join('');
  }
});

describe('@google/genai: function calling', () => {
  const emulator = useEmulator();
  const tools = [{ functionDeclarations: [weather] }];

  for (const model of [FLASH, 'emulator-pro-preview']) {
    it(`goes there and back with ${model}`, async () => {
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
  }

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
