import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import {
  createFormat,
  fill,
  translated,
  usableLocale,
} from '../../../../src/playground/webview/format';
import { MODES } from '../../../../src/playground/modes';
import { english } from '../../../../src/playground/strings';

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
