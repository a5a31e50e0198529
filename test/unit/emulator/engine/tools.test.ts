import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { partsOf, user } from '../asking';
import { generate, textOf, useEmulator } from '../wire';

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

  it('answers in text once the result came, or in mode ANY all results', async () => {
    const contents = [
      user('What is the weather in Oslo?'),
      { role: 'model', parts: [{ functionCall: { name: 'get_weather', args: { city: 'Oslo' } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'get_weather', response: { sky: 'clear' } } }],
      },
    ];
    const answer = await generate(emulator(), { contents, tools });
    assert.match(textOf(answer), /`get_weather` answered:[^]*"sky": "clear"[^]*weather in Oslo/);
    const toolConfig = { functionCallingConfig: { mode: 'ANY' } };
    const next = partsOf(await generate(emulator(), { contents, tools, toolConfig }));
    assert.equal((next[0]?.functionCall as JsonObject).name, 'now');
    const result = { functionResponse: { name: 'now', response: { hour: 9 } } };
    const all = [...contents, { role: 'model', parts: next }, { role: 'user', parts: [result] }];
    assert.match(textOf(await generate(emulator(), { contents: all, tools, toolConfig })), /`now`/);
  });
});

describe('emulator: thoughts', () => {
  const emulator = useEmulator();
  const thinking = { thinkingConfig: { includeThoughts: true } };

  it('shows them apart from the answer, counts them, and signs', async () => {
    const answer = await generate(
      emulator(),
      { contents: [user('Hello')], generationConfig: thinking },
      'emulator-pro',
    );
    const [first, last] = [partsOf(answer).at(0), partsOf(answer).at(-1)];
    assert.equal(first?.thought, true);
    assert.equal(last?.thought, undefined);
    assert.match(last?.thoughtSignature as string, /^[\w+/]{32}$/);
    const usage = answer.usageMetadata ?? {};
    assert.ok((usage.thoughtsTokenCount ?? 0) > 0);
    assert.equal(
      usage.totalTokenCount,
      (usage.promptTokenCount ?? 0) +
        (usage.candidatesTokenCount ?? 0) +
        (usage.thoughtsTokenCount ?? 0),
    );
  });

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
