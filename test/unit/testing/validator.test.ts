import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json';
import { SlowPatternError } from '../../../src/base/patterns';
import { compileSchema } from '../../../src/testing/checks/validator';

/** What references can look like, each to a text. */
const references: { readonly [what: string]: JsonObject } = {
  'a place within it': { $ref: '#/definitions/a%20b', definitions: { 'a b': { type: 'string' } } },
  'another address beside its own': {
    $id: 'https://schemas.test/all/one.json',
    $ref: 'two.json#/definitions/t',
    definitions: {
      two: {
        $id: 'https://schemas.test/all/two.json',
        definitions: { t: { type: 'string' } },
      },
    },
  },
  'a name within it': { $ref: '#text', definitions: { t: { $id: '#text', type: 'string' } } },
};

describe('schemas that answers are checked with', () => {
  for (const [what, schema] of Object.entries(references)) {
    it(`can refer to ${what}`, () => {
      const check = compileSchema(schema);
      assert.deepEqual([check('text'), check(1)], [true, false]);
    });
  }

  it('tell patterns apart, and stop those that take too long', () => {
    const properties = { a: { pattern: '^a+$' }, b: { pattern: '^b+$' }, c: { pattern: '(c+)+$' } };
    const check = compileSchema({ properties, patternProperties: { '^x': { type: 'number' } } });
    assert.equal(check({ a: 'aa', b: 'bb', c: 'cc', x1: 1 }), true);
    for (const wrong of [{ a: 'b' }, { b: 'a' }, { c: 'd' }, { x1: 'x' }]) {
      assert.equal(check(wrong), false);
    }
    assert.throws(() => check({ c: `${'c'.repeat(40)}!` }), SlowPatternError);
  });
});
