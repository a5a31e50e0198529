import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { instanceOf } from '../../../../src/emulator/engine/instance';
import { model, user } from '../asking';
import { generate, textOf, useEmulator } from '../wire';

describe('emulator: answers', () => {
  const emulator = useEmulator();

  it('knows the turn, the conversation and the system instruction', async () => {
    const contents = [user('My name is Ada.'), model('Hello.'), user('What did I say?')];
    const systemInstruction = { parts: [{ text: 'Answer like a pirate.' }] };
    const text = textOf(await generate(emulator(), { contents, systemInstruction }));
    assert.match(text, /turn 2/);
    assert.match(text, /My name is Ada\./);
    assert.match(text, /“Answer like a pirate”\./);
  });

  const forms: readonly (readonly [string, RegExp])[] = [
    ['Write a Python function that sorts apples', /```python\ndef count_sorts_apples\(/],
    ['Make a table of words', /\| Word \| Characters \| Tokens \|\n\| :--- \|/],
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
describe('emulator: values for a schema', () => {
  for (const [pattern, prompt, value] of [
    ['^[A-Z]+-\\d+$', 'x', 'ABC-123'],
    ['(', 'say blue', 'blue'],
  ] as const) {
    it(`fit the pattern ${pattern} where a plain text does`, () => {
      assert.equal(instanceOf({ type: 'string', pattern }, prompt), value);
    });
  }
});
