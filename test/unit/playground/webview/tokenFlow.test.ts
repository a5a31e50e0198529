import assert from 'node:assert/strict';
import { english } from '../../../../src/playground/strings';
import { tokenFlow } from '../../../../src/playground/webview/verdicts';

describe('what an answer took', () => {
  for (const [answer, words] of [
    [0, '9 → 0 tokens'],
    [1, '9 → 1 token'],
    [2, '9 → 2 tokens'],
  ] as const) {
    it(`is told in the right number: ${words}`, () => {
      const usage = { promptTokenCount: 9, candidatesTokenCount: answer };
      assert.equal(tokenFlow(usage, { strings: english, format: { count: String } }), words);
    });
  }
});
