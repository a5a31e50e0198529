import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { countTokens, pieces, takeTokens } from '../../../src/emulator/engine/tokens';
import { ask, errorOf, generate, textOf, useEmulator, type Generated } from './wire';

const user = (text: string): JsonObject => ({ role: 'user', parts: [{ text }] });
const model = (text: string): JsonObject => ({ role: 'model', parts: [{ text }] });
const partsOf = (answer: Generated): readonly JsonObject[] =>
  answer.candidates?.[0]?.content?.parts ?? [];

describe('emulator: tokens', () => {
  it('cuts a text without losing or splitting a character', () => {
    const texts = [
      '',
      ' ',
      'Hello, world!',
      'a  b\n\n c',
      '漢字と🚀🚀 emoji',
      'naïve café 12345',
      '\ud800x',
    ];
    for (const text of texts) {
      const cut = pieces(text, 5);
      assert.equal(cut.map((piece) => piece.text).join(''), text);
      assert.equal(
        cut.reduce((sum, piece) => sum + piece.tokens, 0),
        countTokens(text),
      );
      assert.equal(takeTokens(text, 1000).text, text);
    }
    assert.equal(takeTokens('🚀🚀', 1).text, '🚀');
    assert.deepEqual(takeTokens('one two three', 2), { text: 'one two', tokens: 2 });
  });

  it('comes to about four characters a token in plain prose', () => {
    const prose =
      'The quick brown fox jumps over the lazy dog, and then it goes back to its den. '.repeat(20);
    const ratio = prose.length / countTokens(prose);
    assert.ok(ratio > 3 && ratio < 5, String(ratio));
  });
});

describe('emulator: answers', () => {
  const emulator = useEmulator();

  it('restates the message and says that it is an emulator', async () => {
    const text = textOf(await generate(emulator(), 'Why is the sea salty?'));
    assert.match(text, /Why is the sea salty\?/);
    assert.match(text, /emulator/i);
  });

  it('knows the turn, the conversation and the system instruction', async () => {
    const contents = [user('My name is Ada.'), model('Hello.'), user('What did I say?')];
    const systemInstruction = { parts: [{ text: 'Answer like a pirate.' }] };
    const text = textOf(await generate(emulator(), { contents, systemInstruction }));
    assert.match(text, /turn 2/);
    assert.match(text, /My name is Ada\./);
    assert.match(text, /Answer like a pirate\./);
  });

  const forms: readonly (readonly [string, RegExp])[] = [
    ['Write a Python function that sorts apples', /```python\ndef count_sorts_apples\(/],
    ['Show me code', /```typescript\nfunction|```typescript\n\/\*\*/],
    ['Make a table of words', /\| Word \| Characters \| Tokens \|\n\| :--- \|/],
    ['Give me a list of ideas', /\n1\. \*\*Begin with/],
  ];
  for (const [prompt, shape] of forms) {
    it(`answers "${prompt}" in its form`, async () => {
      assert.match(textOf(await generate(emulator(), prompt)), shape);
    });
  }

  it('stops at maxOutputTokens, and goes on where it stopped', async () => {
    const whole = await generate(emulator(), 'Tell me a long story');
    const contents: JsonObject[] = [user('Tell me a long story')];
    let said = '';
    for (let round = 0; round < 40; round += 1) {
      const asked = round % 2 === 0 || round === 1 ? contents : [...contents, user('Continue.')];
      const next = await generate(emulator(), {
        contents: asked,
        generationConfig: { maxOutputTokens: 20 },
      });
      const tokens = next.usageMetadata?.candidatesTokenCount ?? 0;
      assert.ok(tokens <= 20);
      said += textOf(next);
      if (next.candidates?.[0]?.finishReason === 'STOP') break;
      assert.equal(next.candidates?.[0]?.finishReason, 'MAX_TOKENS');
      contents.push(...asked.slice(contents.length), model(textOf(next)));
    }
    assert.equal(said, textOf(whole));
  });

  it('goes on after a model turn that came from elsewhere', async () => {
    const contents = [user('Hello'), model('Something that rules never say')];
    assert.match(textOf(await generate(emulator(), { contents })), /rules never say/);
  });

  it('ends before the first stop sequence', async () => {
    const whole = textOf(await generate(emulator(), 'Hello'));
    const stopSequences = ['no such text', 'emulator', 'answer'];
    const answer = await generate(emulator(), {
      contents: [user('Hello')],
      generationConfig: { stopSequences },
    });
    assert.equal(answer.candidates?.[0]?.finishReason, 'STOP');
    assert.equal(textOf(answer), whole.slice(0, whole.indexOf('emulator')));
  });

  it('answers in JSON that fits the schema, in either dialect', async () => {
    const generationConfig = {
      responseMimeType: 'application/json',
      responseSchema: {
        type: 'OBJECT',
        required: ['city', 'kind', 'days', 'rating'],
        properties: {
          city: { type: 'STRING' },
          kind: { type: 'STRING', enum: ['ferry', 'train'] },
          days: { type: 'INTEGER', minimum: 2, maximum: 5 },
          rating: { type: 'NUMBER', minimum: 7.5 },
          stops: { type: 'ARRAY', minItems: '3', maxItems: '3', items: { type: 'STRING' } },
        },
      },
    };
    const contents = [user('Plan a train trip to Oslo')];
    const answer = await generate(emulator(), { contents, generationConfig });
    assert.deepEqual(JSON.parse(textOf(answer)), {
      city: 'Oslo',
      kind: 'train',
      days: 2,
      rating: 7.5,
      stops: ['Oslo', 'Oslo 2', 'Oslo 3'],
    });
    const responseJsonSchema = {
      type: 'object',
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
      properties: {
        day: { type: 'string', format: 'date' },
        code: { type: 'string', pattern: '^[A-Z]{3}-\\d{3}$' },
        root: { $ref: '#/$defs/node' },
        fixed: { const: 7 },
        maybe: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
      },
    };
    const other = await generate(emulator(), {
      contents,
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema },
    });
    const value = JSON.parse(textOf(other)) as { [name: string]: unknown };
    assert.match(String(value.day), /^\d{4}-\d\d-\d\d$/);
    assert.match(String(value.code), /^[A-Z]{3}-\d{3}$/);
    assert.deepEqual([value.fixed, value.maybe], [7, true]);
    assert.equal(typeof value.root, 'object');
  });

  it('answers in plain JSON without a schema, and with one word of an enumeration', async () => {
    const contents = [user('Is it good or bad?')];
    const plain = await generate(emulator(), {
      contents,
      generationConfig: { responseMimeType: 'application/json' },
    });
    assert.deepEqual(JSON.parse(textOf(plain)), {
      emulated: true,
      turn: 1,
      prompt: 'Is it good or bad?',
    });
    const responseSchema = { type: 'STRING', enum: ['unknown', 'bad', 'good'] };
    const word = await generate(emulator(), {
      contents,
      generationConfig: { responseMimeType: 'text/x.enum', responseSchema },
    });
    assert.equal(textOf(word), 'bad');
  });
});

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

  it('answers in text once the result came', async () => {
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
  });
});

describe('emulator: thoughts', () => {
  const emulator = useEmulator();
  const path = '/v1beta/models/emulator-pro:generateContent';
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

  it('takes a signature back as it was, and refuses one that changed', async () => {
    const first = await generate(emulator(), 'Hello', 'emulator-pro');
    const content = first.candidates?.[0]?.content as JsonObject;
    const parts = partsOf(first);
    const again = { contents: [user('Hello'), content, user('And now?')] };
    assert.match(textOf(await generate(emulator(), again, 'emulator-pro')), /turn 2/);
    const good = parts.at(-1)?.thoughtSignature as string;
    for (const bad of [`A${good.slice(1)}`, good.slice(0, 16), '', 'AAAA']) {
      const changed = parts.map((part) =>
        'thoughtSignature' in part ? { ...part, thoughtSignature: bad } : part,
      );
      const body = {
        contents: [user('Hello'), { role: 'model', parts: changed }, user('And now?')],
      };
      const answer = await ask(emulator(), path, { body });
      const expected = good === bad ? 200 : 400;
      assert.equal(answer.status, expected, answer.text);
      assert.equal(errorOf(answer).message, 'Corrupted thought signature.');
    }
  });

  it('insists on the signature of a call of the current turn, with the strict model', async () => {
    const tools = [{ functionDeclarations: [{ name: 'now', description: 'The time' }] }];
    const asked = { contents: [user('Use now')], tools };
    const first = await generate(emulator(), asked, 'emulator-pro-preview');
    const [part] = partsOf(first);
    const result = {
      role: 'user',
      parts: [{ functionResponse: { name: 'now', response: { time: '12:00' } } }],
    };
    const next = (parts: readonly unknown[]): JsonObject =>
      ({
        contents: [user('Use now'), { role: 'model', parts }, result],
        tools,
      }) as unknown as JsonObject;
    assert.match(textOf(await generate(emulator(), next([part]), 'emulator-pro-preview')), /12:00/);
    const body = next([{ functionCall: part?.functionCall }]);
    const refused = await ask(emulator(), '/v1beta/models/emulator-pro-preview:generateContent', {
      body,
    });
    assert.equal(refused.status, 400);
    assert.match(errorOf(refused).message, /missing a thought_signature in functionCall parts/);
  });
});

describe('emulator: legacy models', () => {
  const emulator = useEmulator();
  const call = async (path: string, body: object): Promise<JsonObject> => {
    const answer = await ask(emulator(), path, { body });
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as JsonObject;
  };

  it('generate text, several times if asked', async () => {
    const path = '/v1beta3/models/emulator-text-001:generateText';
    const answer = await call(path, { prompt: { text: 'Hello' }, candidateCount: 2 });
    const outputs = (answer.candidates as { output: string }[]).map((one) => one.output);
    assert.equal(outputs.length, 2);
    assert.match(outputs[0] ?? '', /Hello/);
    const blocked = await call(path, { prompt: { text: 'Hello [[safety:TOXICITY]]' } });
    assert.deepEqual(blocked.filters, [{ reason: 'SAFETY' }]);
    assert.equal('candidates' in blocked, false);
  });

  it('chat, and echo the messages', async () => {
    const messages = [{ content: 'Hello' }, { content: 'Hi' }, { content: 'How are you?' }];
    const answer = await call('/v1beta/models/emulator-chat-001:generateMessage', {
      prompt: { context: 'Be kind', messages },
      temperature: 0.5,
    });
    assert.deepEqual(answer.messages, [
      { author: '0', content: 'Hello' },
      { author: '1', content: 'Hi' },
      { author: '0', content: 'How are you?' },
    ]);
    const [candidate] = answer.candidates as { author: string; content: string }[];
    assert.equal(candidate?.author, '1');
    assert.match(candidate.content, /turn 2[^]*Be kind/);
  });
});
