import assert from 'node:assert/strict';
import Ajv from 'ajv';
import { partSchema } from '../../../../src/catalog/documentSchemas';
import { partProblems } from '../../../../src/playground/host/schemaPlaces';
import type { PartFile } from '../../../../src/conversation/model/settings';

function marked(file: PartFile, value: unknown): readonly (readonly [string, string])[] {
  const text = JSON.stringify(value);
  return partProblems(text, file).map(
    ({ offset, length, message }) => [text.slice(offset, offset + length), message] as const,
  );
}

describe('a schema that is written for answers and functions', () => {
  it('may have its types in lower case, as JSON Schema has', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    assert.deepEqual(marked('responseSchema', schema), []);
    // What editors check it with.
    const isValid = new Ajv({ strict: false }).compile(partSchema('responseSchema'));
    assert.ok(isValid(schema));
    assert.ok(!isValid({ type: 'text' }) && !isValid({ type: 'Object' }));
  });

  it('has marks where the service refuses it, each in its place', () => {
    const list = { type: 'array' };
    const properties = { 'a-b': list, n: { type: 'INTEGER', enum: [1] }, t: { type: 'STRING' } };
    const schema = { type: 'OBJECT', properties, required: ['t', 'gone'] };
    assert.deepEqual(marked('responseSchema', schema), [
      ['"gone"', 'The API rejects required[1]: property is not defined'],
      ['"a-b":{"type":"array"}', 'The API rejects properties[a-b].items: missing field.'],
      ['"enum":[1]', 'The API rejects properties[n].enum: only allowed for STRING type'],
    ]);
  });

  it('has them in functions and in whole requests too, each by the kind of its schema', () => {
    const schema = { type: 'string', format: 'email' };
    const one = { name: 'f', parameters: schema, parametersJsonSchema: schema };
    const format =
      "The API rejects format: only 'enum' and 'date-time' are supported for STRING type";
    assert.deepEqual(marked('functions', [one]), [['"format":"email"', format]]);
    const generationConfig = { responseJsonSchema: { $ref: '#/$defs/none' } };
    assert.deepEqual(
      marked('chatRequest', { generationConfig, tools: [{ functionDeclarations: [one] }] }),
      [
        [
          '"responseJsonSchema":{"$ref":"#/$defs/none"}',
          'The API rejects responseJsonSchema: reference to undefined schema at top-level',
        ],
        ['"format":"email"', format],
      ],
    );
  });

  it('has none while it is empty, or is no JSON yet', () => {
    assert.deepEqual(marked('responseSchema', {}), []);
    assert.deepEqual(partProblems('{ "type": ', 'responseSchema'), []);
  });
});
