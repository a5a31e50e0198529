import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { VERDICTS, type Outcome } from '../../../../src/playground/conversation';
import {
  createFormat,
  fill,
  translated,
  usableLocale,
} from '../../../../src/playground/webview/format';
import { estimateTokens, utf8Length } from '../../../../src/playground/webview/composer';
import { MODES } from '../../../../src/playground/modes';
import { english } from '../../../../src/playground/strings';
import {
  fixesOf,
  plainCategory,
  VERDICT_ROWS,
  verdictText,
} from '../../../../src/playground/webview/verdicts';

const format = createFormat('en', english);

describe('numbers in words', () => {
  it('are short where they need not be exact', () => {
    assert.deepEqual(
      [0, 999, 1000, 8192, 999_949, 999_950, 1_048_576, 2_000_000].map(format.short),
      ['0', '999', '1k', '8k', '1.0M', '1.0M', '1.0M', '2.0M'],
    );
  });

  it('tell durations in the unit that fits', () => {
    assert.deepEqual(
      [-1, 0, 7, 420, 9_994, 9_996, 12_340, 59_960, 125_000, 3_600_000].map(format.duration),
      ['0 ms', '0 ms', '7 ms', '420 ms', '9.99 s', '10.0 s', '12.3 s', '1 min 0 s'].concat([
        '2 min 5 s',
        '1 h 0 min',
      ]),
    );
  });

  it('tell sizes and tokens', () => {
    assert.deepEqual([12, 2048, 10 * 1024 ** 2, 1024 ** 3 - 1, 2 * 1024 ** 3].map(format.bytes), [
      '12 bytes',
      '2.0 KB',
      '10 MB',
      '1.1 GB',
      '2.1 GB',
    ]);
    assert.deepEqual([0, 1, 1204].map(format.tokens), ['0 tokens', '1 token', '1,204 tokens']);
    assert.deepEqual([1, 0.95, 0.123].map(format.decimal), ['1.0', '0.95', '0.123']);
  });

  it('follow the locale', () => {
    assert.equal(createFormat('de', english).count(1_048_576), '1.048.576');
    assert.equal(usableLocale('de'), 'de');
    assert.equal(usableLocale('not a locale'), 'en');
  });
});

describe('size of a text', () => {
  it('is counted in UTF-8', () => {
    for (const text of ['', 'abc', 'é', '漢字', '😀', 'a😀é漢']) {
      assert.equal(utf8Length(text), Buffer.byteLength(text), text);
    }
  });

  it('is guessed in tokens with two digits', () => {
    assert.deepEqual(
      [0, 1, 399, 4000, 10 * 1024 * 1024].map(estimateTokens),
      [0, 1, 100, 1000, 2_600_000],
    );
  });
});

describe('strings', () => {
  it('are complete, calm, and each is used', () => {
    const root = 'src/playground/webview';
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(`${root}/${name}`, 'utf8'))
      // What the panel shows of a mode is in the mode's row.
      .concat(JSON.stringify(MODES))
      .join('\n');
    for (const [key, text] of Object.entries(english)) {
      assert.notEqual(text.trim(), '', key);
      assert.ok(!text.includes('!'), `${key} exclaims`);
    }
    const unused = Object.keys(english).filter((key) => !new RegExp(`\\b${key}\\b`).test(sources));
    assert.deepEqual(unused, []);
  });

  it('take translations of known keys and ignore the rest', () => {
    const strings = translated({
      you: 'Sie',
      send: '',
      retry: 7,
      evil: 'x',
      __proto__: { you: 'y' },
    });
    assert.equal(strings.you, 'Sie');
    assert.equal(strings.send, english.send);
    assert.equal(strings.retry, english.retry);
    assert.deepEqual(Object.keys(strings), Object.keys(english));
    assert.equal(translated(null), english);
  });

  it('are filled once: a value that looks like a place stays', () => {
    assert.equal(fill('{0} of {1}, {2}', '{1}', 5), '{1} of 5, {2}');
  });
});

describe('verdicts', () => {
  const outcome = (rest: Partial<Outcome>): Outcome => ({
    verdict: 'complete',
    durationMs: 1,
    ...rest,
  });

  it('have words and an icon for every end of an answer', () => {
    for (const verdict of VERDICTS) {
      assert.ok(VERDICT_ROWS[verdict].icon);
      assert.notEqual(verdictText(outcome({ verdict }), english), '');
      assert.ok(!verdictText(outcome({ verdict }), english).includes('{0}'));
    }
  });

  it("name the service's own reason, also one that is new", () => {
    const text = verdictText(
      outcome({ verdict: 'other', finishReason: 'BORED', finishMessage: 'Enough.' }),
      english,
    );
    assert.equal(text, 'Ended by the service: BORED, Enough.');
    const prompt = outcome({ verdict: 'promptBlocked', blockReason: 'OTHER' });
    assert.equal(verdictText(prompt, english), 'Prompt blocked by the service: OTHER');
  });

  it('offer what goes on', () => {
    for (const verdict of ['maxTokens', 'lost', 'stalled', 'serviceFailed', 'stopped'] as const) {
      assert.deepEqual(fixesOf(outcome({ verdict })), ['continue', 'retry']);
      assert.deepEqual(fixesOf(outcome({ verdict }), false), ['retry']);
    }
    assert.deepEqual(fixesOf(outcome({})), []);
    const failure = { message: 'x', fixes: ['addApiKey', 'addApiKey', 'showLog'] } as const;
    assert.deepEqual(fixesOf(outcome({ verdict: 'failed', failure })), ['addApiKey', 'showLog']);
  });

  it('read categories as words', () => {
    assert.equal(plainCategory('HARM_CATEGORY_HATE_SPEECH'), 'Hate speech');
    assert.equal(plainCategory('HIGH'), 'High');
    assert.equal(plainCategory('new-Thing'), 'new-Thing');
  });
});
