import assert from 'node:assert/strict';
import { type TurnResult, VERDICTS } from '../../../../src/conversation/model/conversation';
import {
  fixesOf,
  plainCategory,
  tokenFlow,
  VERDICT_ROWS,
  verdictText,
} from '../../../../src/playground/webview/verdicts';

describe('verdicts', () => {
  const outcome = (rest: Partial<TurnResult>): TurnResult => ({
    verdict: 'complete',
    durationMs: 1,
    ...rest,
  });

  it('have words and an icon for every end of an answer', () => {
    for (const verdict of VERDICTS) {
      assert.ok(VERDICT_ROWS[verdict].icon);
      assert.notEqual(verdictText(outcome({ verdict })), '');
      assert.ok(!verdictText(outcome({ verdict })).includes('{0}'));
    }
  });

  it("name the service's own reason, also one that is new", () => {
    const text = verdictText(
      outcome({ verdict: 'other', finishReason: 'BORED', finishMessage: 'Enough.' }),
    );
    assert.equal(text, 'Stopped by the API: BORED, Enough.');
    const prompt = outcome({ verdict: 'promptBlocked', blockReason: 'OTHER' });
    assert.equal(verdictText(prompt), 'Prompt blocked: other reason');
  });

  it('offer what goes on', () => {
    for (const verdict of ['maxTokens', 'lost', 'stalled', 'serviceFailed', 'stopped'] as const) {
      assert.deepEqual(fixesOf(outcome({ verdict })), ['continue', 'retry']);
      assert.deepEqual(fixesOf(outcome({ verdict }), false), ['retry']);
    }
    assert.deepEqual(fixesOf(outcome({})), []);
    assert.deepEqual(fixesOf(outcome({ verdict: 'accountLimited' })), []);
    const failure = { message: 'x', fixes: ['addApiKey', 'addApiKey', 'showLog'] } as const;
    assert.deepEqual(fixesOf(outcome({ verdict: 'failed', failure })), ['addApiKey', 'showLog']);
  });

  it('read categories as words', () => {
    assert.equal(plainCategory('HARM_CATEGORY_HATE_SPEECH'), 'Hate speech');
    assert.equal(plainCategory('HIGH'), 'High');
    assert.equal(plainCategory('new-Thing'), 'new-Thing');
  });
});

describe('what an answer took', () => {
  for (const [answer, words] of [
    [0, '9 → 0 tokens'],
    [1, '9 → 1 token'],
    [2, '9 → 2 tokens'],
  ] as const) {
    it(`is told in the right number: ${words}`, () => {
      const usage = { promptTokenCount: 9, candidatesTokenCount: answer };
      assert.equal(tokenFlow(usage, { count: String }), words);
    });
  }
});
