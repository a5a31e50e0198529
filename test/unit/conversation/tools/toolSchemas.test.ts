import assert from 'node:assert/strict';
import { schemaProblems } from '../../../../src/api/schema/schemaRules';
import type { JsonValue } from '../../../../src/base/json';
import {
  functionDeclaration,
  functionName,
  toolName,
} from '../../../../src/conversation/tools/chatTools';
import { tool } from '../../languageModel/chat';

const parameters = (inputSchema: object): unknown =>
  functionDeclaration(tool('a', inputSchema), 'schema').parameters;

describe('function names', () => {
  it('are those of the tools if the API takes them', () => {
    for (const name of ['copilot_readFile', 'mcp.search-1', '_'])
      assert.equal(functionName(name), name);
  });

  it('are valid, different, and mapped back otherwise', () => {
    const tools = ['1st', 'a b', 'a_b', 'a?b', 'größe', 'x'.repeat(65), 'x'.repeat(66)];
    const names = tools.map(functionName);
    assert.equal(new Set(names).size, tools.length);
    for (const name of names) assert.match(name, /^[A-Za-z_][\w.-]{0,63}$/);
    const all = tools.map((name) => tool(name));
    assert.deepEqual(
      names.map((name) => toolName(name, all)),
      tools,
    );
    assert.equal(toolName('default_api:a_b', all), 'a_b');
    assert.equal(toolName('unknown', all), 'unknown');
  });
});

describe('schemas of tools', () => {
  it('are sent as JSON Schema with an object at the root', () => {
    const schema = { properties: { path: { type: ['string', 'null'], pattern: '^/' } } };
    const { parametersJsonSchema } = functionDeclaration(tool('a', schema), 'jsonSchema');
    assert.deepEqual(parametersJsonSchema, { ...schema, type: 'object' });
    assert.deepEqual(functionDeclaration(tool('a'), 'jsonSchema'), {
      name: 'a',
      description: 'Does a.',
    });
  });

  it('are converted if the API would reject them', () => {
    const schema = { type: 'object', properties: { a: { $ref: '#/definitions/A' } } };
    const declared = functionDeclaration(
      tool('a', { ...schema, definitions: { A: { type: 'integer' } } }),
      'jsonSchema',
    );
    assert.deepEqual(declared.parameters, {
      type: 'OBJECT',
      properties: { a: { type: 'INTEGER' } },
    });
    assert.equal(declared.parametersJsonSchema, undefined);
  });

  it('lose what the API’s own schemas don’t have', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      additionalProperties: false,
      required: ['path', 'gone'],
      properties: {
        path: { type: ['string', 'null'], description: 'Path', pattern: '^/', default: '/' },
        lines: { type: 'array', minItems: 1 },
        level: { enum: ['low', 'high', ''], not: { const: 'x' } },
        count: { type: 'integer', enum: [1, 2], format: 'uint8' },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
        mixed: { type: ['string', 'integer'] },
        maybe: { oneOf: [{ $ref: '#/$defs/node' }, { type: 'null' }], description: 'Maybe' },
        tree: { $ref: '#/$defs/node' },
        fixed: { const: 'yes' },
      },
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    };
    const converted = parameters(schema);
    assert.deepEqual(schemaProblems(converted as JsonValue), []);
    const { required, properties } = converted as {
      required: unknown;
      properties: { [name: string]: { [keyword: string]: unknown } };
    };
    const { maybe, tree, ...rest } = properties;
    assert.deepEqual(required, ['path']);
    assert.deepEqual(rest, {
      path: { type: 'STRING', description: 'Path', nullable: true },
      lines: { type: 'ARRAY', minItems: 1, items: { type: 'STRING' } },
      level: { type: 'STRING', enum: ['low', 'high'] },
      count: { type: 'INTEGER' },
      either: { nullable: true, anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] },
      mixed: { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] },
      fixed: { type: 'STRING', enum: ['yes'] },
    });
    assert.deepEqual([maybe?.type, maybe?.nullable, maybe?.description], ['OBJECT', true, 'Maybe']);
    assert.ok(JSON.stringify(tree).length < 2000);
  });
});
