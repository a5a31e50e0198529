import assert from 'node:assert/strict';
import { instanceOf } from '../../../../src/emulator/engine/instance';
import { compilePattern } from '../../../../src/emulator/engine/pattern';

const TEXTS = [
  ...['', 'a', 'aa', 'aaa', 'ab', 'abab', 'b', 'ba', 'A', '1', '12', '123', '2026-01-31', 'a-1'],
  ...[
    'a b',
    ' ',
    'a\nb',
    '-',
    ']',
    '^',
    '\\',
    '.',
    '/',
    '#00aaff',
    'ABC-123',
    'ä',
    '😀',
    '_',
    'a.b',
  ],
];

describe('patterns of callers', () => {
  const fits = (source: string, text: string): boolean | undefined =>
    compilePattern(source)?.(text, { left: 1_000_000 });

  for (const source of [
    ...[
      '',
      'a',
      '^a',
      'a$',
      '^a$',
      '^$',
      '^',
      '$',
      'a|b',
      '^(?:a|b)+$',
      '^(ab)*$',
      '^a?$',
      '.',
      '^.$',
    ],
    ...[
      '^a{2}$',
      '^a{2,}$',
      '^a{1,2}$',
      '^a{0}$',
      '(a|)b',
      '^(|a)$',
      '^[ab]+$',
      '^[^ab]+$',
      '^[a-c]$',
    ],
    ...[
      '^\\d{4}-\\d\\d-\\d\\d$',
      '^\\w+$',
      '^\\W$',
      '\\s',
      '^\\S+$',
      '^[\\d-]+$',
      '^[A-Z]{3}-[0-9]+$',
    ],
    ...[
      '^#[\\da-f]{6}$',
      '\\.',
      '\\/',
      '\\\\',
      '[\\]]',
      '[\\^]',
      '^\\u0061$',
      '\\x61',
      '^[^\\n]+$',
      '\\n',
    ],
    ...[
      '^a+?$',
      '^a*?b$',
      '^(a+)+$',
      '[-a]',
      '[a-]',
      '^(?:(?:a){1,2}){2}$',
      '😀',
      '^[😀]$',
      '[\\w.]+$',
    ],
  ]) {
    it(`mean what they mean in JavaScript: ${source}`, () => {
      for (const text of TEXTS) {
        assert.equal(fits(source, text), new RegExp(source, 'u').test(text), JSON.stringify(text));
      }
    });
  }

  for (const source of [
    ...[
      '(?=a)',
      '(?!a)',
      '(?<=a)b',
      '(a)\\1',
      '(?<n>a)',
      '\\bword',
      '\\p{L}',
      '(',
      ')',
      '[',
      '[a',
      'a{',
    ],
    ...['*', 'a**', 'a{2,1}', '[b-a]', '\\', 'a{99999}', '(){1000}{1000}', '((a{100}){100}){100}'],
    ...['('.repeat(200) + ')'.repeat(200), 'a'.repeat(501), '(((){1000}){1000}){1000}'],
  ]) {
    it(`are left alone where they are not known, or too large: ${source.slice(0, 30)}`, () => {
      assert.equal(compilePattern(source), undefined);
    });
  }

  for (const source of [
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(.*)*b$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
  ]) {
    it(`end soon, whatever the text: ${source}`, () => {
      const budget = { left: 10_000_000 };
      assert.equal(compilePattern(source)?.(`${'a'.repeat(5000)}!`, budget), false);
      assert.ok(budget.left > 9_000_000, String(budget.left));
    });
  }

  it('end where their work is used up', () => {
    const budget = { left: 1000 };
    assert.equal(compilePattern('b$')?.(`${'a'.repeat(5000)}b`, budget), false);
    assert.ok(budget.left <= 0);
  });

  it('are honoured where a plain text fits', () => {
    assert.equal(instanceOf({ type: 'string', pattern: '^[A-Z]+-\\d+$' }, 'x'), 'ABC-123');
    assert.equal(instanceOf({ type: 'string', pattern: '(?=a)' }, 'say blue'), 'blue');
  });

  it('hang nothing in a schema that is full of them', () => {
    const text = { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$', minLength: 10_000 };
    const schema = { type: 'array', items: text, minItems: 1000 };
    const value = instanceOf(schema, 'a'.repeat(2000));
    assert.ok(Array.isArray(value));
    // 100 texts are whole; the rest is left out.
    assert.ok(JSON.stringify(value).length < 1_100_000);
  });
});
