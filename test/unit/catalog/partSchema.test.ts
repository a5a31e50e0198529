import assert from 'node:assert/strict';
import { parseSchemaAddress, partSchemaAddress } from '../../../src/catalog/documents';
import { isPartFile, partSchema, partSchemas } from '../../../src/catalog/documentSchemas';
import type { JsonObject } from '../../../src/api/schema/row';

interface Definition {
  readonly required?: readonly string[];
  readonly properties: JsonObject;
}

function definition(schema: JsonObject, name: string): Definition {
  const { definitions } = schema as unknown as {
    readonly definitions: { readonly [n: string]: Definition };
  };
  const found = definitions[name];
  assert.ok(found, name);
  return found;
}

describe('the JSON schemas of parts of the settings', () => {
  it('are found by their addresses', () => {
    for (const file of Object.keys(partSchemas)) {
      const { pathname, host } = new URL(partSchemaAddress('v1beta', file));
      const subject = parseSchemaAddress({ authority: host, path: pathname });
      assert.deepEqual(subject, { of: 'parts', version: 'v1beta', name: file });
      assert.ok(isPartFile(file));
    }
    assert.equal(isPartFile('constructor'), false);
  });

  it('are lists where a document is one', () => {
    const { type, items, $ref } = partSchema('functions');
    assert.deepEqual(
      { type, items, $ref },
      {
        type: 'array',
        items: { $ref: '#/definitions/FunctionDeclaration' },
        $ref: undefined,
      },
    );
    assert.equal(partSchema('responseSchema').$ref, '#/definitions/Schema');
  });

  it('neither want nor offer what the conversation itself is', () => {
    const chat = definition(partSchema('chatRequest'), 'GenerateContentRequest');
    assert.equal(chat.required, undefined);
    assert.ok(!('contents' in chat.properties) && 'safetySettings' in chat.properties);
    const prompt = definition(partSchema('messageRequest'), 'MessagePrompt');
    assert.ok(!('messages' in prompt.properties) && 'examples' in prompt.properties);
    const answer = definition(partSchema('answerRequest'), 'GenerateAnswerRequest');
    assert.deepEqual(answer.required, ['answerStyle']);
  });
});
