import assert from 'node:assert/strict';
import { instanceOf } from '../../../../src/emulator/engine/instance';

describe('emulator: values for a schema', () => {
  for (const [pattern, prompt, value] of [
    ['^[A-Z]+-\\d+$', 'x', 'ABC-123'],
    ['^bl', 'Say blue, then green.', 'blue'],
    ['no text fits \\d{9}', 'say blue', 'blue'],
    ['(', 'say blue', 'blue'],
  ] as const) {
    it(`fit the pattern ${pattern} where a plain text does`, () => {
      assert.equal(instanceOf({ type: 'string', pattern }, prompt), value);
    });
  }

  it('come soon from a schema full of slow patterns', () => {
    const text = { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$', minLength: 10_000 };
    const schema = { type: 'array', items: text, minItems: 1000 };
    const value = instanceOf(schema, 'a'.repeat(2000));
    assert.ok(Array.isArray(value));
    // 100 texts are whole; the rest is left out.
    assert.ok(JSON.stringify(value).length < 1_100_000);
  });
});
