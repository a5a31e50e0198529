import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import { createFormat, usableLocale } from '../../../../src/playground/webview/format';
import { verdictText } from '../../../../src/playground/webview/verdicts';

const format = createFormat('en');

describe('numbers in words', () => {
  it('tell tokens, and decimals as the fields write them', () => {
    assert.deepEqual([0, 1, 1204].map(format.tokens), ['0 tokens', '1 token', '1,204 tokens']);
    assert.deepEqual([1, 0.95, 0.123].map(format.decimal), ['1.0', '0.95', '0.123']);
  });

  it('tell dollars, as exactly as matters', () => {
    assert.deepEqual([0, 0.00004, 0.0001, 0.00213, 0.456, 1.5, 1234].map(format.dollars), [
      '$0',
      'less than $0.0001',
      '$0.00010',
      '$0.0021',
      '$0.46',
      '$1.50',
      '$1,234.00',
    ]);
  });

  it('name the year of a day where it is another one', () => {
    const { day } = createFormat('en');
    const now = new Date(2026, 10, 27).getTime();
    assert.equal(day(new Date(2026, 10, 28).getTime(), now), 'Nov 28');
    assert.equal(day(new Date(2027, 0, 21).getTime(), now), 'Jan 21, 2027');
  });

  it('follow the locale', () => {
    assert.equal(createFormat('de').count(1_048_576), '1.048.576');
    assert.equal(usableLocale('de'), 'de');
    assert.equal(usableLocale('not a locale'), 'en');
  });
});

describe('texts', () => {
  afterEach(() => l10n.config({ contents: {} }));

  it('are those of the display language, and English where it lacks them', () => {
    l10n.config({ contents: { '{0} tokens': '{0} Zeichen', '{0} ms': '{0} Millisekunden' } });
    assert.equal(format.tokens(2), '2 Zeichen');
    assert.equal(format.duration(420), '420 Millisekunden');
    assert.equal(format.tokens(1), '1 token');
  });

  it('are filled once: a value that looks like a place stays', () => {
    const outcome = { verdict: 'blocked', finishReason: '{0} {1}', durationMs: 0 } as const;
    assert.equal(verdictText(outcome), 'Response blocked: {0} {1}');
  });
});
