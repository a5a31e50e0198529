import assert from 'node:assert/strict';
import { JsonArrayDecoder } from '../../../src/api/streamDecoder';
import { SseDecoder } from '../../../src/api/sseDecoder';
import { pieces } from './harness';

function decodeArray(chunks: Iterable<Uint8Array>): unknown[] {
  const decoder = new JsonArrayDecoder();
  const elements: unknown[] = [];
  for (const chunk of chunks) {
    for (const text of decoder.push(chunk)) elements.push(JSON.parse(text));
  }
  decoder.end();
  return elements;
}

const ELEMENTS = [
  { text: 'brackets ]}[{ and "quotes" and \\ and \\" 🦜', list: [[1], { a: [] }] },
  { '}"': '\\', empty: {} },
  { n: 1 },
];

describe('JSON arrays that arrive piece by piece', () => {
  const pretty = Buffer.from(
    `\ufeff[${ELEMENTS.map((element) => JSON.stringify(element, undefined, 2)).join('\n,\r\n')}\n]\r\n`,
  );

  it('are cut into their elements at every size of chunk', () => {
    for (let size = 1; size <= pretty.length; size++) {
      assert.deepEqual(decodeArray(pieces(pretty, size)), ELEMENTS, `size ${size}`);
    }
  });

  it('give an element as soon as it is whole', () => {
    const decoder = new JsonArrayDecoder();
    assert.deepEqual(decoder.push(Buffer.from('[{"a":1}')), ['{"a":1}']);
    assert.deepEqual(decoder.push(Buffer.from(',{"b"')), []);
    assert.deepEqual(decoder.push(Buffer.from(':2}]')), ['{"b":2}']);
  });

  it('may be a single object, or empty', () => {
    assert.deepEqual(decodeArray([Buffer.from('{"a":[1]}')]), [{ a: [1] }]);
    assert.deepEqual(decodeArray([Buffer.from(' [ ] ')]), []);
  });

  it('say so when they end in the middle', () => {
    for (const text of ['[', '[{"a":1}', '[{"a":1},', '[{"a":"x', '{"a":1', '[{"a":"\\']) {
      assert.throws(() => decodeArray([Buffer.from(text)]), { reason: 'incomplete' }, text);
    }
  });

  it('are told apart from other things', () => {
    for (const text of ['[1]', '["a"]', '[{}]{}', '[{}]x', ']', '[{}]]', '{}{}']) {
      assert.throws(() => decodeArray([Buffer.from(text)]), { reason: 'notJson' }, text);
    }
  });
});

function decodeEvents(chunks: Iterable<string | Uint8Array>): string[] {
  const decoder = new SseDecoder();
  const events: string[] = [];
  for (const chunk of chunks) events.push(...decoder.push(Buffer.from(chunk)));
  return [...events, ...decoder.end()];
}

const TEXTS = ['{"a":"Grüße 🦜🏽 漢字"}', '{"b":"\\r\\n\\u0041"}', '{"c":3}'];
const endings = { LF: '\n', CR: '\r', CRLF: '\r\n' };

describe('event streams', () => {
  for (const [name, end] of Object.entries(endings)) {
    const bytes = Buffer.from(TEXTS.map((text) => `data: ${text}${end}${end}`).join(''));

    it(`reads ${name} cut at every byte, and at every pair of bytes`, () => {
      for (let size = 1; size <= 9; size++)
        assert.deepEqual(decodeEvents(pieces(bytes, size)), TEXTS);
      for (let a = 0; a <= bytes.length; a++) {
        assert.deepEqual(
          decodeEvents([bytes.subarray(0, a), bytes.subarray(a)]),
          TEXTS,
          `cut at ${a}`,
        );
      }
    });
  }

  it('follows the field rules', () => {
    const cases: readonly (readonly [string, readonly string[]])[] = [
      [': ping\n\ndata: 1\n\n', ['1']],
      ['event: x\nid: 7\nretry: 10\ndata: 1\n\n', ['1']],
      ['data:1\n\n', ['1']],
      ['data:  1\n\n', [' 1']],
      ['data: {"a":\ndata: 1}\n\n', ['{"a":\n1}']],
      ['data: a\ndata\ndata: b\n\n', ['a\n\nb']],
      ['data:\n\ndata\n\ndata: 1\n\n', ['1']],
      ['\n\n\r\n\r\rdata: 1\n\n\n\n', ['1']],
      ['\ufeffdata: 1\n\n', ['1']],
      ['data: 1\n\ndata: [DONE]\n\n', ['1']],
      ['database: no\ndata : no\n\ndata: 1\n\n', ['1']],
      ['event: lonely\n\n', []],
      ['', []],
    ];
    for (const [text, expected] of cases) {
      assert.deepEqual(decodeEvents([text]), expected, JSON.stringify(text));
      assert.deepEqual(
        decodeEvents(pieces(Buffer.from(text), 1)),
        expected,
        `${JSON.stringify(text)}, cut`,
      );
    }
  });

  it('hands over a last event without its blank line or line end', () => {
    assert.deepEqual(decodeEvents(['data: 1\n\ndata: 2\n']), ['1', '2']);
    assert.deepEqual(decodeEvents(['data: 1\n\ndata: 2']), ['1', '2']);
    assert.deepEqual(decodeEvents(['data: 1\n\n: bye']), ['1']);
  });

  it('gives an event as soon as its blank line is there', () => {
    const decoder = new SseDecoder();
    assert.deepEqual(decoder.push(Buffer.from('data: 1\r\n\r')), ['1']);
    assert.deepEqual(decoder.push(Buffer.from('\n')), []);
    assert.deepEqual(decoder.push(Buffer.from('data: 2\r\n\r\n')), ['2']);
    assert.deepEqual(decoder.end(), []);
  });

  it('refuses a line above the limit and names it', () => {
    const decoder = new SseDecoder(undefined, 1024 * 1024);
    const chunk = Buffer.alloc(65_536, 'x');
    assert.throws(
      () => {
        for (let sent = 0; sent < 17; sent++) decoder.push(chunk);
      },
      { reason: 'tooLarge', message: /1\.0 MB/ },
    );
  });
});
