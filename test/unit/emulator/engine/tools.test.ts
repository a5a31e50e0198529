import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { partsOf, user } from '../asking';
import { generate, useEmulator } from '../wire';

describe('emulator: function calls', () => {
  const emulator = useEmulator();
  const tools = [
    {
      functionDeclarations: [
        {
          name: 'get_weather',
          description: 'Weather of a city',
          parameters: {
            type: 'OBJECT',
            required: ['city'],
            properties: { city: { type: 'STRING' }, days: { type: 'INTEGER', minimum: 1 } },
          },
        },
        { name: 'now', description: 'The time' },
      ],
    },
  ];
  const call = async (
    text: string,
    mode?: string,
    extra: object = {},
  ): Promise<readonly JsonObject[]> => {
    const functionCallingConfig = { ...(mode ? { mode } : {}), ...extra };
    const answer = await generate(emulator(), {
      contents: [user(text)],
      tools,
      toolConfig: { functionCallingConfig },
    });
    assert.equal(answer.candidates?.[0]?.finishReason, 'STOP');
    return partsOf(answer).flatMap((part) =>
      part.functionCall ? [part.functionCall as JsonObject] : [],
    );
  };

  it('calls what the prompt names, with arguments that fit', async () => {
    const [first] = await call('What is the weather in Oslo for 3 days?');
    assert.equal(first?.name, 'get_weather');
    assert.deepEqual(first.args, { city: 'Oslo', days: 3 });
    const both = await call('Use get_weather and now, please');
    assert.deepEqual(
      both.map((one) => one.name),
      ['get_weather', 'now'],
    );
  });

  it('follows the mode', async () => {
    assert.deepEqual(await call('Hello there'), []);
    assert.deepEqual(await call('What is the weather?', 'NONE'), []);
    assert.equal((await call('Hello there', 'ANY')).length, 1);
    const allowed = await call('What is the weather?', 'ANY', { allowedFunctionNames: ['now'] });
    assert.deepEqual(
      allowed.map((one) => one.name),
      ['now'],
    );
  });
});

describe('emulator: thoughts', () => {
  const emulator = useEmulator();

  it('hides them unless asked, and does not think with a budget of 0', async () => {
    const hidden = await generate(emulator(), 'Hello', 'emulator-pro');
    assert.equal(
      partsOf(hidden).some((part) => part.thought),
      false,
    );
    assert.ok((hidden.usageMetadata?.thoughtsTokenCount ?? 0) > 0);
    const none = await generate(
      emulator(),
      { contents: [user('Hello')], generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
      'emulator-pro',
    );
    assert.equal(none.usageMetadata?.thoughtsTokenCount, undefined);
  });
});
