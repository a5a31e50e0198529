import assert from 'node:assert/strict';
import Ajv from 'ajv';
import type { PlaygroundSettings } from '../../../../src/conversation/model/conversation';
import { partProblems, partText, withPart } from '../../../../src/playground/host/partContent';
import { type PartFile, partSchema } from '../../../../src/catalog/documentSchemas';

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
});

const SCHEMA = { type: 'OBJECT', properties: { a: { type: 'STRING' } } };
const SETTINGS: PlaygroundSettings = {
  temperature: 0.5,
  systemInstruction: 'Be {{how}}.',
  mocks: { now: { time: 1 } },
  requests: {
    chat: {
      generationConfig: { responseSchema: SCHEMA, seed: 1 },
      tools: [{ codeExecution: {} }, { functionDeclarations: [{ name: 'now', description: 'A' }] }],
      newer: true,
    },
    text: { candidateCount: 2 },
  },
};

describe('a part of the settings as JSON', () => {
  it('is what is set, as a document', () => {
    assert.equal(partText(SETTINGS, 'responseSchema'), `${JSON.stringify(SCHEMA, undefined, 2)}\n`);
    assert.deepEqual(JSON.parse(partText(SETTINGS, 'functions')), [
      { name: 'now', description: 'A' },
    ]);
    assert.equal(partText({}, 'functions'), '[]\n');
    assert.equal(partText({}, 'responseSchema'), '{}\n');
  });

  it('is the whole request, with what all modes share in its place', () => {
    assert.deepEqual(JSON.parse(partText(SETTINGS, 'chatRequest')), {
      systemInstruction: { parts: [{ text: 'Be {{how}}.' }] },
      generationConfig: { responseSchema: SCHEMA, seed: 1, temperature: 0.5 },
      tools: SETTINGS.requests?.chat?.tools,
      newer: true,
    });
  });

  it('comes back as it was', () => {
    for (const file of ['responseSchema', 'functions', 'chatRequest'] as const) {
      const again = withPart(SETTINGS, file, partText(SETTINGS, file));
      assert.deepEqual(again, SETTINGS, file);
    }
  });

  it('is set with everything in it, also what no table knows', () => {
    const request = { generationConfig: { temperature: 1, brandNew: { a: 1 } }, other: [1] };
    const settings = withPart(SETTINGS, 'chatRequest', JSON.stringify(request));
    assert.deepEqual(settings, {
      temperature: 1,
      mocks: { now: { time: 1 } },
      requests: {
        chat: { generationConfig: { brandNew: { a: 1 } }, other: [1] },
        text: { candidateCount: 2 },
      },
    });
  });

  it('is refused where it is none, and says why', () => {
    const wrong = [
      ['responseSchema', '{', /^This isn’t valid JSON: /],
      ['responseSchema', '{ "type": "STRING", "type": "STRING" }', /^“type” occurs more/],
      ['responseSchema', '[]', /must be an object/],
      ['functions', '{}', /must be a list/],
      ['functions', '[{ "name": { "a": 1 } }]', /name/],
      ['responseSchema', '{ "type": "TEXT" }', /^“type” can’t be “TEXT”\.$/],
      [
        'chatRequest',
        '{ "contents": [] }',
        /^Remove “contents”\. It is generated from the conversation\.$/,
      ],
      [
        'chatRequest',
        '{ "generationConfig": { "seed": "x" } }',
        /^“generationConfig\.seed” can’t be “x”\.$/,
      ],
      ['chatRequest', '{ "generationConfig": { "temperature": 7 } }', /temperature: .*from 0 to 2/],
      ['messageRequest', '{ "prompt": { "messages": [] } }', /prompt\.messages/],
    ] as const;
    for (const [file, text, message] of wrong) {
      assert.throws(() => withPart(SETTINGS, file, text), { reason: 'badPart', message });
    }
  });
});
