import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { ask, errorOf, generate, json, textOf, useEmulator } from './wire';

const path = '/v1beta/models/emulator-flash:generateContent';
const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];

describe('emulator: input that is out of all bounds', () => {
  const emulator = useEmulator();

  it('is refused where it nests too deep, of a message and of a free field', async () => {
    const inner = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const field = `{"contents":[{"parts":[{"functionResponse":{"name":"f","response":${inner}}}]}]}`;
    for (const raw of [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, field]) {
      const answer = await ask(emulator(), path, { raw });
      assert.equal(answer.status, 400, answer.text);
      assert.match(errorOf(answer).message, /Message too deep/);
    }
  });

  const self = { $ref: '#' };
  for (const [what, responseJsonSchema] of Object.entries<JsonObject>({
    'objects without end': { type: 'object', properties: { a: self, b: self } },
    'lists of lists': {
      type: 'array',
      minItems: 1000,
      items: { type: 'array', items: self },
    },
    'an endless merger': { allOf: [self, self] },
  })) {
    it(`is answered for a schema of ${what}, and so are others`, async () => {
      const generationConfig = { responseMimeType: 'application/json', responseJsonSchema };
      assert.notEqual(textOf(await generate(emulator(), { contents, generationConfig })), '');
      await json(emulator(), '/v1beta/models');
    });
  }
});
