import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/api/schema/row';
import { jsonSchemaProblems, schemaProblems } from '../../../src/api/schema/schemaRules';

const lines = (schema: JsonValue, refusesEmptyObjects = false): readonly string[] =>
  schemaProblems(schema, refusesEmptyObjects).map(({ path, message }) => `${path}: ${message}`);
const messages = (schema: JsonValue): readonly string[] =>
  jsonSchemaProblems(schema).map(({ message }) => message);
const object = (properties: JsonValue, more: object = {}): JsonValue => ({
  type: 'OBJECT',
  properties,
  ...more,
});

describe('rules of schemas', () => {
  it('take what the service takes', () => {
    const schema = object(
      {
        size: { type: 'STRING', format: 'enum', enum: ['small', 'large'] },
        at: { type: 'string', format: 'date-time', nullable: true },
        count: { type: 'INTEGER', format: 'int32', minimum: 1 },
        tags: { type: 'ARRAY', items: { type: 'STRING' } },
        either: { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] },
        free: { type: 'OBJECT' },
      },
      { required: ['size'], propertyOrdering: ['size', 'at'] },
    );
    assert.deepEqual(lines(schema), []);
  });

  it('name what is missing at its place', () => {
    assert.deepEqual(lines({}), [
      'type: must be specified when not using one_of, any_of or all_of fields',
    ]);
    assert.deepEqual(lines(object({ tags: { type: 'ARRAY' }, any: { description: 'Any' } })), [
      'properties[tags].items: missing field.',
      'properties[any].type: must be specified when not using one_of, any_of or all_of fields',
    ]);
    const nested = { type: 'ARRAY', items: { anyOf: [{ type: 'array' }] } };
    assert.deepEqual(lines(nested), ['items.any_of[0].items: missing field.']);
    assert.deepEqual(lines(object({ a: { type: 'STRING' } }, { required: ['a', 'b'] })), [
      'required[1]: property is not defined',
    ]);
    assert.deepEqual(lines({ type: 'OBJECT', required: ['toString'] }), [
      'required[0]: property is not defined',
    ]);
  });

  it('name what does not belong to a type', () => {
    assert.deepEqual(lines({ type: 'INTEGER', enum: ['1', '2'] }), [
      'enum: only allowed for STRING type',
    ]);
    assert.deepEqual(lines({ type: 'NUMBER', enum: ['1.5'] }), [
      'enum: only allowed for STRING type',
    ]);
    assert.deepEqual(lines({ enum: ['a'] }), [
      'type: must be specified when not using one_of, any_of or all_of fields',
      'enum: only allowed for STRING type',
    ]);
    assert.deepEqual(lines({ type: 'STRING', format: 'uri' }), [
      "format: only 'enum' and 'date-time' are supported for STRING type",
    ]);
    assert.deepEqual(lines({ type: 'STRING', format: 'enum' }), [
      'enum: should be non-empty for STRING type with enum format',
    ]);
    assert.deepEqual(lines({ type: 'STRING', enum: ['a', ''] }), ['enum[1]: cannot be empty']);
    assert.deepEqual(
      lines({ type: 'STRING', properties: { a: { type: 'STRING' } }, required: ['a'] }),
      ['properties: only allowed for OBJECT type', 'required: only allowed for OBJECT type'],
    );
    assert.deepEqual(lines({ type: 'OBJECT', items: { type: 'STRING' } }), [
      'items: field predicate failed: $type == Type.ARRAY',
    ]);
    assert.deepEqual(lines({ type: 'OBJECT', $ref: '#/$defs/a' }), [
      ': Unknown name "$ref": Cannot find field.',
    ]);
  });

  it('of JSON Schema want references that lead somewhere', () => {
    const $defs = { Item: { $anchor: 'item', type: 'string' }, 'a/b': { type: 'string' } };
    const refs = ['#/$defs/Item', '#item', '#/$defs/a~1b', '#/properties/x0'];
    const properties = Object.fromEntries(refs.map(($ref, at) => [`x${at}`, { $ref }]));
    assert.deepEqual(messages({ $defs, properties }), []);
    const missing = (reference: string): readonly string[] =>
      messages({ $defs, properties: { a: { anyOf: [{ type: 'null' }, { $ref: reference }] } } });
    const refused = ['reference to undefined schema at properties.a.anyOf.1'];
    assert.deepEqual(missing('#/$defs/Other'), refused);
    assert.deepEqual(missing('#/$defs/toString'), refused);
    assert.deepEqual(missing('https://example.com/schema.json'), refused);
    assert.deepEqual(messages({ $ref: '#/$defs/Other' }), [
      'reference to undefined schema at top-level',
    ]);
    // The older keyword is none that the service reads.
    const definitions = { Item: { type: 'string' } };
    assert.deepEqual(messages({ definitions, properties: { a: { $ref: '#/definitions/Item' } } }), [
      'reference to undefined schema at properties.a',
    ]);
  });

  it('of JSON Schema refuse loops that have no end', () => {
    const tree = (more: object): readonly string[] =>
      messages({
        $ref: '#/$defs/Node',
        $defs: {
          Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } }, ...more },
        },
      });
    assert.deepEqual(tree({}), []);
    assert.match(
      tree({ required: ['next'] })[0] ?? '',
      /a ref loop of required fields was found at \$defs\.Node\.properties\.next$/,
    );
    const list = { type: 'array', items: { $ref: '#' } };
    const items = { type: 'object', properties: { list }, required: ['list'] };
    assert.deepEqual(messages(items), []);
  });
});
