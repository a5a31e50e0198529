import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/api/schema/row';
import { SchemaCheck } from '../../../../src/conversation/answer/schemaCheck';
import { uncheckedKeywords } from '../../../../src/conversation/model/requestFields';

function check(schema: JsonValue, value: JsonValue): SchemaCheck {
  const result = new SchemaCheck(schema);
  result.run(value);
  return result;
}

const tree = {
  $ref: '#/$defs/node',
  $defs: {
    node: {
      type: 'object',
      properties: { name: { type: 'string' }, parts: { items: { $ref: '#/$defs/node' } } },
      required: ['name'],
    },
  },
};
const either = { anyOf: [{ type: 'STRING' }, { type: 'OBJECT', required: ['id'] }] };

/** A schema, a value, and all that is wrong with it. */
const cases: readonly (readonly [JsonValue, JsonValue, ...string[]])[] = [
  [true, { any: 'thing' }],
  [{}, null],
  [{ type: 'UNKNOWN_TYPE' }, 1],
  // The service's own kind of schema, and JSON Schema.
  [{ type: 'NUMBER' }, 1.5],
  [{ type: 'number' }, 'ten', '$: expected a number, found a string.'],
  [{ type: 'INTEGER' }, 2],
  [{ type: 'INTEGER' }, 2.5, '$: expected a whole number, found a number.'],
  [{ type: 'BOOLEAN' }, null, '$: expected a Boolean, found null.'],
  [{ type: 'ARRAY' }, {}, '$: expected a list, found an object.'],
  [{ type: 'OBJECT' }, [], '$: expected an object, found a list.'],
  [{ type: 'STRING', nullable: true }, null],
  [{ type: ['string', 'null'] }, null],
  [{ type: ['string', 'null'] }, 1, '$: expected a string or null, found a number.'],
  // Values.
  [{ enum: ['red', 'green'] }, 'green'],
  [{ enum: ['red', 'green'] }, 'blue', '$: expected one of "red", "green", found "blue".'],
  [{ type: 'INTEGER', enum: ['1', '2'] }, 2],
  [{ const: { a: [1] } }, { a: [1] }],
  [{ const: { a: [1] } }, { a: [2] }, '$: expected {…}, found {…}.'],
  [{ const: { a: 1 } }, { a: 1, b: 2 }, '$: expected {…}, found {…}.'],
  [{ const: 0 }, false, '$: expected 0, found false.'],
  // Numbers.
  [{ minimum: 1, maximum: 3 }, 1],
  [{ minimum: 1 }, 0, '$: expected 1 or more, found 0.'],
  [{ maximum: 3 }, 4, '$: expected 3 or less, found 4.'],
  [{ exclusiveMinimum: 1 }, 1, '$: expected more than 1, found 1.'],
  [{ exclusiveMaximum: 1 }, 1, '$: expected less than 1, found 1.'],
  [{ multipleOf: 0.1 }, 0.3],
  [{ multipleOf: 2 }, 3, '$: expected a multiple of 2, found 3.'],
  [{ minimum: 1 }, 'a text has none'],
  // What is no number says nothing, and what is no address stands for nothing.
  [{ exclusiveMinimum: true, maximum: [], minimum: { toString: 1, valueOf: 1 } }, 1],
  [{ $ref: '#/$defs/%ff', type: 'STRING' }, 1, '$: expected a string, found a number.'],
  // Sizes; the service writes them as texts.
  [{ minItems: '2' }, [1], '$: expected 2 items or more, found 1.'],
  [{ maxItems: 1 }, [1, 2], '$: expected 1 item or fewer, found 2.'],
  [{ minLength: 2 }, '😀', '$: expected 2 characters or more, found 1.'],
  [{ maxLength: '1' }, 'ab', '$: expected 1 character or fewer, found 2.'],
  [{ minProperties: 1 }, {}, '$: expected 1 field or more, found 0.'],
  [{ maxProperties: 0 }, { a: 1 }, '$: expected 0 fields or fewer, found 1.'],
  // Fields and items.
  [
    { properties: { price: { type: 'NUMBER' } }, required: ['price', 'name'] },
    { price: 'ten' },
    '$.name: this field is missing.',
    '$.price: expected a number, found a string.',
  ],
  [{ required: ['toString'] }, {}, '$.toString: this field is missing.'],
  [
    { properties: { a: {} }, additionalProperties: false },
    { a: 1, 'b c': 2 },
    '$["b c"]: the schema doesn’t have this field.',
  ],
  [
    { additionalProperties: { type: 'string' } },
    { a: 1 },
    '$.a: expected a string, found a number.',
  ],
  [{ patternProperties: { '^x': {} }, additionalProperties: false }, { xa: 1 }],
  [
    { items: { items: { type: 'NUMBER' } } },
    [[1], [2, 'x']],
    '$[1][1]: expected a number, found a string.',
  ],
  [
    { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
    ['a', 'b'],
    '$[1]: expected a number, found a string.',
  ],
  [{ items: false }, [1], '$[0]: nothing is allowed here.'],
  // Combinations.
  [either, 'a'],
  [either, { id: 1 }],
  [either, {}, '$.id: this field is missing.'],
  [either, 3, '$: matches none of the 2 allowed schemas.'],
  [{ oneOf: [{ type: 'string' }] }, 'a'],
  [{ anyOf: [{ enum: ['a'] }] }, 'b', '$: doesn’t match the allowed schema.'],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, 3, '$: expected 2 or less, found 3.'],
  [tree, { name: 'a', parts: [{ name: 'b', parts: [] }] }],
  [
    tree,
    { name: 'a', parts: [{ parts: [{}] }] },
    '$.parts[0].name: this field is missing.',
    '$.parts[0].parts[0].name: this field is missing.',
  ],
  [{ $ref: 'https://example.com/schema' }, 1],
  [{ $ref: '#/%zz' }, 1],
];

describe('an answer beside its schema', () => {
  for (const [schema, value, ...problems] of cases) {
    it(`${JSON.stringify(value)} and ${JSON.stringify(schema).slice(0, 120)}`, () => {
      const result = check(schema, value);
      assert.deepEqual(result.problems, problems);
      assert.equal(result.count, problems.length);
    });
  }

  it('ends where alternatives multiply, or a schema is made of itself, and says that it did', () => {
    const many = {
      anyOf: [
        { items: { $ref: '#' }, minItems: 1 },
        { items: { $ref: '#' } },
        { $ref: '#/anyOf/0' },
      ],
      maxItems: 0,
    };
    let value: JsonValue = [];
    for (let depth = 0; depth < 60; depth++) value = [value];
    for (const schema of [many, { $ref: '#' }]) {
      const { problems } = check(schema, value);
      assert.match(
        problems.at(-1) ?? '',
        /The response is too large or too deeply nested to be checked/,
      );
    }
  });

  it('names the keywords that it does not check, wherever they stand', () => {
    const schema = {
      type: 'object',
      title: 'Told to nobody',
      properties: {
        format: { type: 'string', format: 'date' },
        list: { items: { pattern: '^a' } },
      },
      $defs: { a: { anyOf: [{ uniqueItems: true }] } },
    };
    assert.deepEqual([...uncheckedKeywords(schema)].sort(), ['format', 'pattern', 'uniqueItems']);
    assert.deepEqual(uncheckedKeywords({ $ref: 'https://example.com' }), ['$ref']);
    assert.deepEqual(uncheckedKeywords(true), []);
  });
});
