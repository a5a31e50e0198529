import assert from 'node:assert/strict';
import { PieceParser } from '../../../src/api/pieceParser';
import { tryParse } from '../../../src/base/json';

/** So many pieces of one shape are enough to learn it. */
const LEARNED = 600;

const delta = (text: string, index: number): string =>
  `{"event_type":"step.delta","index":0,"delta":{"type":"text","text":"${text}"},` +
  `"metadata":{"total":${index},"list":[1,{"of":"things"},${index}]},"event_id":"e-${index}"}`;

/** A parser that has seen a long answer. */
function taught(): PieceParser {
  const parser = new PieceParser();
  for (let index = 0; index < LEARNED; index += 1) parser.parse(delta(`some ${index}`, index));
  return parser;
}

function assertSame(parser: PieceParser, text: string): void {
  const expected = tryParse(text);
  const made = parser.parse(text);
  assert.deepEqual(made, expected, text.slice(0, 500));
  // In the same order.
  assert.equal(JSON.stringify(made), JSON.stringify(expected));
}

describe('pieces of a stream', () => {
  it('are each objects of their own', () => {
    const parser = taught();
    const made = [1, 2].map((index) => parser.parse(delta('a', index)) as unknown as Delta);
    const [one, other] = made;
    assert.ok(one && other);
    assert.notEqual(one.delta, other.delta);
    assert.notEqual(one.metadata, other.metadata);
    assert.notEqual(one.metadata.list, other.metadata.list);
    assert.notEqual(one.metadata.list[1], other.metadata.list[1]);
    one.metadata.list.push('more');
    one.metadata.list[1].of = 'others';
    one.delta.type = 'other';
    assertSame(parser, delta('b', 3));
  });

  it('are learned anew where another value changes, or another shape goes on', () => {
    const parser = taught();
    const later = (index: number): string =>
      delta(`${index}`, index).replace('"index":0', `"index":${index % 7}`);
    const call = (index: number): string => `{"delta":{"arguments":"${index}"},"index":1}`;
    for (const piece of [later, call]) {
      for (let index = 0; index < 3000; index += 1) {
        // Until it is learned there is nothing to compare.
        if (index < 2000 && index % 50 !== 0) parser.parse(piece(index));
        else assertSame(parser, piece(index));
      }
    }
  });

  it('have the values that JSON has, however they are written', () => {
    const parser = taught();
    const texts = [
      ...[
        '',
        ' ',
        'é🦜',
        '\u2028',
        '\u007f',
        '\\n',
        '\\\\',
        '\\"',
        '\\/',
        '\\u0041',
        '\\ud83e\\udd9c',
      ],
      ...['\\ud800', '\ud800', '\\u0000', '\\\\\\"', 'constructor', 'x'.repeat(70_000)],
      ...['\\n'.repeat(30_000), `${'x'.repeat(60_000)}\\t`],
    ];
    for (const text of texts) assertSame(parser, delta(text, 1));
    const numbers = [
      '0',
      '-0',
      '7',
      '-7',
      '1.50',
      '1e5',
      '1E-7',
      '1e+2',
      '0.1',
      '1e999',
      '-1e-999',
    ];
    const large = [
      '123456789',
      '1234567890',
      '9007199254740993',
      '12345678901234567890123',
      '31415926535897932384626',
      '99999999999999999999999',
      '271828182845904523536028747',
    ];
    for (const number of [...numbers, ...large]) {
      assertSame(parser, delta('a', 1).replace('"total":1', `"total":${number}`));
    }
  });

  it('are read however long they are', () => {
    const escapes = 5_000_000;
    const made = taught().parse(delta('\\n'.repeat(escapes), 1)) as unknown as Delta;
    assert.equal(made.delta.text.length, escapes);
  });

  it('are no JSON where JSON says so', () => {
    const parser = taught();
    const good = delta('a', 1);
    for (let end = 0; end < good.length; end += 1) assertSame(parser, good.slice(0, end));
    for (const text of [
      '\t',
      '\n',
      '\u0000',
      '\u001f',
      '\\x',
      '\\u12',
      '\\u12g4',
      '\\',
      '"',
      '\\\n',
    ]) {
      assert.equal(parser.parse(delta(text, 1)), undefined, JSON.stringify(text));
    }
    for (const number of [
      '00',
      '01',
      '1.',
      '.5',
      '+1',
      '-',
      '1e',
      '0x1',
      '',
      '1 1',
      'NaN',
      '--1',
    ]) {
      const text = good.replace('"total":1', `"total":${number}`);
      assert.equal(parser.parse(text), undefined, number);
    }
    for (const text of [`${good}}`, `${good},`, `${good}x`, good.replaceAll(':', ';')]) {
      assert.equal(parser.parse(text), undefined, text);
    }
  });

  it('of another shape are parsed', () => {
    const parser = taught();
    const good = delta('a', 1);
    for (const [from, to] of [
      ['"index":0', '"index":null'],
      ['"index":0', '"index":0,"index":1'],
      ['"index":0', '"index" : 0'],
      ['"index":0', '"index":"0"'],
      ['"text":"a"', '"text":1'],
      ['"text":"a"', '"text":{"a":"b"}'],
      ['"text":"a"', '"text":["a"]'],
      ['"text":"a"', '"text":"a","__proto__":{"more":1}'],
      ['"text":"a"', '"other":"a"'],
      ['"total":1', '"total":true'],
    ] as const) {
      const text = good.replace(from, to);
      assert.notEqual(text, good);
      assertSame(parser, text);
    }
    for (const text of ['[]', '1', 'null', '"a"', '{}', ` ${good} `]) assertSame(parser, text);
  });

  it('with keys that come twice, are numbers or name the prototype have them as JSON has', () => {
    for (const piece of [
      (value: string) => `{"a":{},"b":${value},"a":1${value}}`,
      (value: string) => `{"a":1,"b":${value},"a":1}`,
      (value: string) => `{"b":${value},"1":"x"}`,
      (value: string) => `{"b":"x","0":${value}}`,
      (value: string) => `{"__proto__":${value},"b":1}`,
      (value: string) => `{"a":{"__proto__":{"b":${value}}}}`,
      (value: string) => `{"\\u0061":${value},"a":2}`,
      (value: string) => `{"":${value},"a b":"c","é":[]}`,
      (value: string) => `{"constructor":${value},"toString":"a","hasOwnProperty":null}`,
      (value: string) => '[{"a":'.repeat(40) + value + '}]'.repeat(40),
      (value: string) => `{"a":${'['.repeat(400)}${value}${']'.repeat(400)}}`,
    ]) {
      const parser = new PieceParser();
      for (let index = 0; index < LEARNED; index += 1) assertSame(parser, piece(String(index)));
    }
  });

  it('are what JSON makes of them, in streams of all shapes', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const writer = new StreamWriter(seed);
      const parser = new PieceParser();
      for (let index = 0; index < 800; index += 1) {
        const text = writer.piece();
        // Nothing is learned by then, so that there is nothing to compare.
        if (index < 600) parser.parse(text);
        else assertSame(parser, text);
      }
    }
  });
});

interface Delta {
  readonly delta: { type: string; readonly text: string };
  readonly metadata: { readonly list: [number, { of: string }, number, ...unknown[]] };
}

const KEYS = [
  'text',
  'index',
  'delta',
  'constructor',
  'a1',
  '_',
  '$',
  'é',
  '0',
  '__proto__',
  'a b',
];
const TEXTS = [
  '',
  'a',
  'some words',
  '\\n',
  'a\\"b',
  '\\u00e9',
  'é',
  '🦜',
  '\\\\',
  '{"a":1}',
  '1',
  ':',
];
const NUMBERS = ['0', '-0', '1', '42', '-7', '0.5', '1.0', '1e5', '1E-3', '12345678901', '1e400'];
const BREAKS = [
  '\u0001',
  '"',
  '\\',
  '}',
  '{',
  ',',
  '0',
  '-',
  'e',
  ' ',
  '\\u',
  'null',
  '\n',
  '"a":1,',
];

/** A JSON text with holes for what is random: `s` a text, `n` a number. */
type Shape = readonly (string | { readonly leaf: 's' | 'n'; readonly usual: string })[];

/** Writes a stream whose pieces are mostly of one shape; some are of another, and some are broken. */
class StreamWriter {
  #state: number;
  readonly #shapes: readonly Shape[];

  constructor(seed: number) {
    this.#state = seed * 7919;
    this.#shapes = [this.#object(0), this.#object(1)];
  }

  piece(): string {
    const shape = this.#shapes[this.#below(12) === 0 ? 1 : 0] ?? [];
    const text = shape.map((part) => (typeof part === 'string' ? part : this.#leaf(part))).join('');
    return this.#below(15) === 0 ? this.#broken(text) : text;
  }

  #leaf({ leaf, usual }: { readonly leaf: 's' | 'n'; readonly usual: string }): string {
    if (this.#below(4) > 0) return usual;
    return leaf === 's' ? `"${this.#one(TEXTS)}${this.#one(TEXTS)}"` : this.#one(NUMBERS);
  }

  #broken(text: string): string {
    const at = this.#below(text.length + 1);
    const rest = this.#below(3) === 0 ? '' : text.slice(at + this.#below(3));
    return text.slice(0, at) + (this.#below(2) === 0 ? this.#one(BREAKS) : '') + rest;
  }

  #object(depth: number): Shape {
    // Odd keys are rare, so that most shapes can be learned.
    const key = (): string => this.#one(this.#below(8) === 0 ? KEYS : KEYS.slice(0, 6));
    const count = 1 + this.#below(4);
    const fields = Array.from({ length: count }, (_, index) => [
      `${index > 0 ? ',' : ''}"${key()}${this.#below(8) === 0 ? '' : index}"${this.#space()}:${this.#space()}`,
      ...this.#value(depth + 1),
    ]);
    return [`{${this.#space()}`, ...fields.flat(), '}'];
  }

  #value(depth: number): Shape {
    const kind = this.#below(depth > 4 ? 6 : 9);
    if (kind < 3) return [{ leaf: 's', usual: `"${this.#one(TEXTS)}"` }];
    if (kind < 5) return [{ leaf: 'n', usual: this.#one(NUMBERS) }];
    if (kind === 5) return [this.#one(['true', 'false', 'null', '[]', '{}'])];
    if (kind < 8) return this.#object(depth);
    return ['[', ...this.#value(depth + 1), ',', ...this.#value(depth + 1), ']'];
  }

  #space(): string {
    return this.#below(6) === 0 ? ' ' : '';
  }

  #one(list: readonly string[]): string {
    return list[this.#below(list.length)] ?? '';
  }

  #below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }
}
