import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { ask, errorOf, generate, json, textOf, useEmulator } from './wire';

const path = '/v1beta/models/emulator-flash:generateContent';
const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];

describe('emulator: hostile input', () => {
  const emulator = useEmulator();

  const nested = (open: string, inner: string, close: string, depth: number): string =>
    `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
  const field = (json: string): string =>
    `{"contents":[{"parts":[{"functionResponse":{"name":"f","response":${json}}}]}]}`;
  for (const [what, raw] of [
    ['lists', nested('[', '', ']', 100_000)],
    ['objects in a free field', field(nested('{"a":', '1', '}', 100_000))],
    ['lists in place of a message', `{"contents":[${nested('[', '', ']', 100_000)}]}`],
  ] as const) {
    it(`refuses ${what} that nest too deep`, async () => {
      const answer = await ask(emulator(), path, { raw });
      assert.equal(answer.status, 400, answer.text);
      assert.match(errorOf(answer).message, /Message too deep/);
    });
  }

  for (const [what, raw] of [
    ['unreadable', `{"contents":[${'1,'.repeat(200_000)}1]}`],
    ['empty', `{"contents":[${'{},'.repeat(200_000)}{}]}`],
    ['empty in one message', `{"contents":[{"parts":[${'{},'.repeat(200_000)}{}]}]}`],
    ['unknown', `{${Array.from({ length: 50_000 }, (_unused, index) => `"k${index}":1`).join()}}`],
  ] as const) {
    it(`names the first of very many fields that are ${what}`, async () => {
      const answer = await ask(emulator(), path, { raw });
      assert.equal(answer.status, 400);
      assert.ok(answer.text.length < 100_000, `${answer.text.length} characters`);
    });
  }

  const structured = async (responseJsonSchema: JsonObject): Promise<string> => {
    const generationConfig = { responseMimeType: 'application/json', responseJsonSchema };
    return textOf(await generate(emulator(), { contents, generationConfig }));
  };

  for (const format of ['constructor', 'toString', '__proto__']) {
    it(`takes the format "${format}" for an unknown one`, async () => {
      assert.equal(typeof JSON.parse(await structured({ type: 'string', format })), 'string');
    });
  }

  const self = { $ref: '#' };
  for (const [what, schema] of Object.entries({
    'objects without end': {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: self, b: self },
    },
    'lists of lists': {
      type: 'array',
      minItems: 1000,
      items: { type: 'array', minItems: 1000, items: self },
    },
    'an endless merger': { allOf: [self, self] },
  })) {
    it(`answers a schema of ${what}, and others too`, async () => {
      assert.notEqual(await structured(schema), '');
      await json(emulator(), '/v1beta/models');
    });
  }
});
