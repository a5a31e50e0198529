import assert from 'node:assert/strict';
import {
  trustedShape,
  either,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  ShapeError,
  text,
  type Shape,
} from '../../../../src/webview/shape';

const rows: readonly (readonly [string, Shape<unknown>, readonly unknown[], readonly unknown[]])[] =
  [
    ['text', text(3), ['', 'abc'], ['abcd', 1, null, undefined, ['a'], new String('a')]],
    ['number', number(0, 2), [0, 1.5, 2], [NaN, -0.1, 2.1, Infinity, '1', null]],
    ['integer', integer(1, 5), [1, 5], [0, 6, 1.5, NaN, '1', null, [1]]],
    ['flag', flag, [true, false], [0, 'true', null, undefined]],
    ['oneOf', oneOf('a', 'b'), ['a', 'b'], ['c', '', null, ['a'], 'constructor']],
    ['list', list(flag, 2), [[], [true, false]], [[1], [true, true, true], new Array(1), {}, 'ab']],
    ['nullable', nullable(flag), [null, true], [undefined, 0]],
    ['either', either(text(3), flag), ['ab', true], ['abcd', 1, null]],
    [
      'object',
      object({ a: flag }, { b: flag }),
      [{ a: true }, { a: true, b: false }],
      [{}, { a: 1 }, { a: true, b: 1 }, [], null, 'a', Object.create({ a: true })],
    ],
  ];

describe('shapes', () => {
  for (const [name, shape, good, bad] of rows) {
    it(`${name} takes what fits and nothing else`, () => {
      for (const value of good) assert.deepEqual(shape.parse(value), value);
      for (const value of bad) assert.throws(() => shape.parse(value), ShapeError);
    });
  }

  it('an object is rebuilt from its known fields: strays and prototypes never pass', () => {
    const stray = JSON.parse('{"a":true,"__proto__":{"evil":1},"constructor":1}') as unknown;
    const parsed = object({ a: flag }).parse(stray);
    assert.deepEqual(Object.keys(parsed), ['a']);
    assert.equal(Object.getPrototypeOf(parsed), Object.prototype);
  });

  it('what the host made is handed on as it is, once its head is checked', () => {
    const shape = trustedShape<{ id: string; more: number }>(object({ id: text(3) }));
    const value = { id: 'a', more: 7 };
    assert.equal(shape.parse(value), value);
    assert.throws(() => shape.parse({ id: 7 }), ShapeError);
  });

  it('an error names the place, and never the value', () => {
    const shape = object({ rows: list(object({ name: text(3) })) });
    assert.throws(() => shape.parse({ rows: [{ name: 'secret' }] }, 'call'), {
      message: 'call.rows[0].name: expected a string of up to 3 characters',
    });
  });
});
