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
});
