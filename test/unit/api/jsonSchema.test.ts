import assert from 'node:assert/strict';
import { messages, type MessageName } from '../../../src/api/schema/messages';
import { jsonSchema } from '../../../src/api/schema/jsonSchema';
import type { JsonObject } from '../../../src/api/schema/row';

function definition(schema: JsonObject, name: string): JsonObject {
  return (schema.definitions as JsonObject)[name] as JsonObject;
}
function property(schema: JsonObject, message: string, name: string): unknown {
  return (definition(schema, message).properties as JsonObject)[name];
}

describe('JSON schemas', () => {
  it('describe a message with its fields, docs and required ones', () => {
    const schema = jsonSchema('GenerateContentRequest', 'v1beta');
    assert.equal(schema.$ref, '#/definitions/GenerateContentRequest');
    assert.deepEqual(definition(schema, 'GenerateContentRequest').required, ['contents']);
    assert.deepEqual(property(schema, 'GenerateContentRequest', 'contents'), {
      type: 'array',
      items: { $ref: '#/definitions/Content' },
      description: 'The conversation so far, oldest turn first.',
    });
    // The URL carries it.
    assert.equal(property(schema, 'GenerateContentRequest', 'model'), undefined);
    assert.deepEqual(property(schema, 'GenerationConfig', 'stopSequences'), {
      type: 'array',
      items: { type: 'string' },
      maxItems: 5,
      description: 'Up to 5 strings. The response ends before the first match.',
    });
  });

  it('differ by version', () => {
    const v1 = jsonSchema('GenerateContentRequest', 'v1@2024');
    assert.equal(property(v1, 'GenerateContentRequest', 'systemInstruction'), undefined);
    assert.equal(definition(v1, 'Tool'), undefined);
    assert.ok(definition(jsonSchema('GenerateContentRequest', 'v1'), 'Tool'));
    const values = (version: 'v1' | 'v1beta3'): unknown =>
      definition(jsonSchema('SafetySetting', version), 'HarmCategory').enum;
    assert.ok((values('v1') as string[]).includes('HARM_CATEGORY_HARASSMENT'));
    assert.ok(!(values('v1beta3') as string[]).includes('HARM_CATEGORY_HARASSMENT'));
  });

  it('mark what only the service sets, and leave its enumerations open', () => {
    const schema = jsonSchema('Candidate', 'v1beta');
    const reason = property(schema, 'Candidate', 'finishReason') as JsonObject;
    assert.equal(reason.readOnly, true);
    assert.deepEqual(reason.anyOf, [
      { $ref: '#/definitions/Candidate.FinishReason' },
      { type: 'string' },
    ]);
  });

  it('resolve every reference, for every message', () => {
    for (const name of Object.keys(messages) as MessageName[]) {
      const schema = jsonSchema(name, 'v1beta');
      const text = JSON.stringify(schema);
      assert.equal(text.includes('undefined'), false);
      for (const [, target = ''] of text.matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)) {
        assert.ok(definition(schema, target), `${name}: ${target}`);
      }
    }
  });
});
