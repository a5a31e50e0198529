import assert from 'node:assert/strict';
import { JsonArrayDecoder } from '../../../src/api/pieceDecoder';
import { countBytes } from './countBytes';
import { pieces } from './cuts';

function decode(chunks: Iterable<Uint8Array>): unknown[] {
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
      assert.deepEqual(decode(pieces(pretty, size)), ELEMENTS, `size ${size}`);
    }
  });

  it('give an element as soon as it is whole', () => {
    const decoder = new JsonArrayDecoder();
    assert.deepEqual(decoder.push(Buffer.from('[{"a":1}')), ['{"a":1}']);
    assert.deepEqual(decoder.push(Buffer.from(',{"b"')), []);
    assert.deepEqual(decoder.push(Buffer.from(':2}]')), ['{"b":2}']);
  });

  it('may be a single object, or empty', () => {
    assert.deepEqual(decode([Buffer.from('{"a":[1]}')]), [{ a: [1] }]);
    assert.deepEqual(decode([Buffer.from(' [ ] ')]), []);
  });

  it('say so when they end in the middle', () => {
    for (const text of ['[', '[{"a":1}', '[{"a":1},', '[{"a":"x', '{"a":1', '[{"a":"\\']) {
      assert.throws(() => decode([Buffer.from(text)]), { reason: 'incomplete' }, text);
    }
  });

  it('are told apart from other things', () => {
    for (const text of ['[1]', '["a"]', '[{}]{}', '[{}]x', ']', '[{}]]', '{}{}']) {
      assert.throws(() => decode([Buffer.from(text)]), { reason: 'notJson' }, text);
    }
  });

  it('have a limit for an element', () => {
    const decoder = new JsonArrayDecoder(1024 * 1024);
    const text = `[{"a":"${'x'.repeat(1024 * 1024)}`;
    assert.throws(() => decoder.push(Buffer.from(text)), {
      reason: 'tooLarge',
      message: /1\.0 MB/,
    });
  });

  it('take work in proportion to the bytes, escapes and all', () => {
    for (const character of ['x', '\n', '"', '🦜']) {
      for (const chunk of [7, 1024, 16_384]) {
        const bytes = Buffer.from(JSON.stringify([{ text: character.repeat(50_000) }]));
        const decoder = new JsonArrayDecoder();
        const cut = pieces(bytes, chunk);
        const work = countBytes(() => cut.forEach((piece) => decoder.push(piece)));
        assert.ok(work <= bytes.length * 6, `${JSON.stringify(character)} in chunks of ${chunk}`);
      }
    }
  });
});
