import assert from 'node:assert/strict';
import { formOf, formsOf } from '../../../src/api/schema/union';
import { parseRequest } from '../../../src/api/schema/validate';
import { limitProblems } from '../../../src/api/schema/limits';
import type { MessageName } from '../../../src/api/schema/messages';
import type { JsonObject, JsonValue, UnionRow } from '../../../src/api/schema/row';
import { type Edition, NEW, type Version } from '../../../src/api/versions';

const generate = (json: JsonValue, version: Edition = 'v1beta') =>
  parseRequest('GenerateContentRequest', version, json);
const descriptions = (json: JsonValue, version?: Edition): readonly string[] =>
  generate(json, version).violations.map((violation) => violation.description);
const hello = [{ parts: [{ text: 'Hello' }] }];

describe('parseRequest', () => {
  it('takes JSON names and proto names, and answers JSON names', () => {
    const { value, violations, problems } = generate({
      contents: [{ parts: [{ inline_data: { mime_type: 'image/png', data: 'AAEC' } }] }],
      generation_config: { max_output_tokens: 5, topP: 0.5 },
    });
    assert.deepEqual([violations, problems], [[], []]);
    assert.deepEqual(value, {
      contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: 'AAEC' } }] }],
      generationConfig: { maxOutputTokens: 5, topP: 0.5 },
    });
  });

  it('takes enumerations by name or number, 64-bit numbers as number or text, numbers as text', () => {
    const { value, violations } = generate({
      contents: hello,
      safetySettings: [{ category: 7, threshold: 'BLOCK_NONE' }],
      generationConfig: {
        temperature: '0.5',
        maxOutputTokens: '12',
        responseSchema: { type: 6, minItems: 3, maxItems: '9007199254740993' },
      },
    });
    assert.deepEqual(violations, []);
    assert.deepEqual(value.safetySettings, [
      { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' },
    ]);
    const { temperature, maxOutputTokens, responseSchema } = value.generationConfig ?? {};
    assert.deepEqual([temperature, maxOutputTokens], [0.5, 12]);
    assert.deepEqual(responseSchema, {
      type: 'OBJECT',
      minItems: '3',
      maxItems: '9007199254740993',
    });
  });

  it('leaves unknown fields out where somebody hears of them', () => {
    const heard: string[] = [];
    const { value, violations, problems } = parseRequest(
      'GenerateContentRequest',
      'v1beta',
      { generationConfig: { newest: 1, topK: 3 }, fresh: {} },
      false,
      (problem) => heard.push(problem),
    );
    assert.deepEqual([value, violations], [{ generationConfig: { topK: 3 } }, []]);
    assert.deepEqual(heard, [`"newest" at 'generation_config'`, '"fresh"']);
    // What else is wrong is wrong still.
    assert.equal(problems.length, 1);
  });

  it('says which scalar it expected', () => {
    assert.deepEqual(
      descriptions({
        contents: [{ parts: [{ text: 1 }, { thought: 'maybe' }, { inlineData: { data: '?' } }] }],
        generationConfig: {
          topK: 1.5,
          temperature: 'warm',
          responseSchema: { type: 'STRING', properties: { a: { enum: [1] } } },
        },
        safetySettings: [{ category: 'NOPE' }],
      }),
      [
        "Invalid value at 'contents[0].parts[0].text' (TYPE_STRING), 1",
        'Invalid value at \'contents[0].parts[1].thought\' (TYPE_BOOL), "maybe"',
        'Invalid value at \'contents[0].parts[2].inline_data.data\' (TYPE_BYTES), Base64 decoding failed for "?"',
        "Invalid value at 'generation_config.top_k' (TYPE_INT32), 1.5",
        'Invalid value at \'generation_config.temperature\' (TYPE_FLOAT), "warm"',
        "Invalid value at 'generation_config.response_schema.properties[0].value.enum[0]' (TYPE_STRING), 1",
        'Invalid value at \'safety_settings[0].category\' (type.googleapis.com/google.ai.generativelanguage.v1beta.HarmCategory), "NOPE"',
      ],
    );
  });

  it('refuses a second member of a oneof, and a field set under both its names', () => {
    assert.deepEqual(
      descriptions({
        contents: [{ parts: [{ text: 'a', inlineData: { data: '' } }] }],
        generationConfig: { topK: 1, top_k: 2 },
      }),
      [
        "Invalid value at 'contents[0].parts[0]' (oneof), oneof field 'data' is already set. Cannot set 'inlineData'",
        "Invalid value at 'generation_config' (oneof), oneof field '_top_k' is already set. Cannot set 'top_k'",
      ],
    );
  });

  it('knows what each version has', () => {
    const body = { contents: hello, systemInstruction: hello[0] ?? {}, tools: [{}] };
    assert.deepEqual(descriptions(body), []);
    assert.deepEqual(descriptions(body, 'v1@2024'), [
      'Invalid JSON payload received. Unknown name "systemInstruction": Cannot find field.',
      'Invalid JSON payload received. Unknown name "tools": Cannot find field.',
    ]);
    const text = { prompt: { text: 'a' }, safetySettings: [{ category: 8, threshold: 5 }] };
    const palm = parseRequest('GenerateTextRequest', 'v1beta3', text);
    assert.deepEqual(palm.value.safetySettings, [{ category: '8', threshold: '5' }]);
  });

  it('reports what is required only once the request could be read', () => {
    assert.deepEqual(generate({}).problems, [
      '* GenerateContentRequest.contents: contents is not specified',
    ]);
    assert.deepEqual(
      generate({ contents: [{ parts: [{ text: '' }] }, { parts: [{}] }, {}] }).problems,
      [
        "* GenerateContentRequest.contents[1].parts[0].data: required oneof field 'data' must have one initialized field",
        '* GenerateContentRequest.contents[2].parts: contents.parts must not be empty.',
      ],
    );
    assert.deepEqual(generate({ nope: 1 }).problems, []);
    assert.deepEqual(parseRequest('GenerateTextRequest', 'v1beta', {}).problems, [
      '* GenerateTextRequest.prompt: prompt is not specified',
    ]);
  });

  it('treats names of the prototype as data', () => {
    const json = JSON.parse(
      '{"contents":[{"parts":[{"text":"a"}]}],"__proto__":{"x":1},"constructor":1,' +
        '"generationConfig":{"responseSchema":{"properties":{"__proto__":{"type":"STRING"}}}}}',
    ) as JsonValue;
    const { value, violations } = generate(json);
    assert.equal(violations.length, 2);
    assert.match(violations[0]?.description ?? '', /Unknown name "__proto__"/);
    const properties = value.generationConfig?.responseSchema?.properties ?? {};
    assert.deepEqual(Object.keys(properties), ['__proto__']);
    assert.equal(Object.getPrototypeOf(properties), Object.prototype);
    assert.equal(({} as { x?: number }).x, undefined);
  });

  it('bounds the depth of messages and of free JSON', () => {
    const nest = (levels: number, key: string): JsonValue => {
      let value: JsonValue = {};
      for (let level = 0; level < levels; level += 1) value = { [key]: value };
      return value;
    };
    const schema = (json: JsonValue): JsonValue => ({
      contents: hello,
      generationConfig: { responseSchema: json },
    });
    assert.deepEqual(descriptions(schema(nest(50, 'items'))), []);
    assert.match(descriptions(schema(nest(5000, 'items')))[0] ?? '', /^Message too deep\. Max/);
    const free = { contents: hello, generationConfig: { responseJsonSchema: nest(50_000, 'a') } };
    assert.match(descriptions(free)[0] ?? '', /^Message too deep\. Max/);
  });
});

describe('limitProblems', () => {
  const problems = (message: MessageName, value: JsonObject, version: Version = 'v1beta') =>
    limitProblems(message, version, value).map(
      ({ field, description }) => `${field}: ${description}`,
    );

  it('tells what is beyond the published limits, with its place', () => {
    assert.deepEqual(
      problems('TunedModel', { displayName: 'x'.repeat(41), temperature: 1.5, topP: -1 }),
      [
        'display_name: must have at most 40 characters, and has 41',
        'temperature: must be at most 1, and is 1.5',
        'top_p: must be at least 0, and is -1',
      ],
    );
    const customMetadata = [
      ...Array.from({ length: 20 }, () => ({ key: 'k', numericValue: 1 })),
      { key: 'l', stringListValue: { values: Array.from({ length: 11 }, String) } },
    ];
    assert.deepEqual(problems('Document', { customMetadata }), [
      'custom_metadata: must have at most 20 entries, and has 21',
      'custom_metadata[20].string_list_value.values: must have at most 10 entries, and has 11',
    ]);
    const declare = (name: string): JsonObject => ({
      tools: [{ functionDeclarations: [{ name }] }],
    });
    const at = 'tools[0].function_declarations[0].name';
    assert.deepEqual(problems('GenerateContentRequest', declare('two words')), [
      `${at}: must have the form ^[a-zA-Z_][a-zA-Z0-9_.:-]*$`,
    ]);
    assert.deepEqual(problems('GenerateContentRequest', declare('x'.repeat(65))), [
      `${at}: must have at most 64 characters, and has 65`,
    ]);
    const speak = { generationConfig: { speechConfig: { languageCode: 'xx' } } };
    assert.match(
      problems('GenerateContentRequest', speak).join(),
      /^generation_config\.speech_config\.language_code: must be one of de-DE, /,
    );
    const part = (fps: number): JsonObject => ({ parts: [{ videoMetadata: { fps } }] });
    assert.deepEqual(problems('Content', part(0)), [
      'parts[0].video_metadata.fps: must be above 0, and is 0',
    ]);
  });

  it('finds nothing in what is within them, and counts characters', () => {
    assert.deepEqual(problems('TunedModel', { displayName: '🙂'.repeat(40), temperature: 1 }), []);
    assert.deepEqual(problems('Corpus', { displayName: '🙂'.repeat(512) }), []);
    assert.deepEqual(problems('Content', { parts: [{ videoMetadata: { fps: 24 } }] }), []);
    assert.deepEqual(problems('GenerateContentRequest', {}), []);
  });
});

// Of the messages that are there today: lists, texts, and messages that stand for objects.
const union: UnionRow = {
  versions: NEW,
  oneOf: ['string', 'Content', { list: 'Content' }, { list: 'string' }],
};

describe('a union', () => {
  it('tells its types apart by their kind of JSON', () => {
    assert.deepEqual(formsOf(union).length, 4);
    assert.deepEqual(formOf(union, 'a'), { type: 'string', isList: false });
    assert.deepEqual(formOf(union, { parts: [] }), { type: 'Content', isList: false });
    assert.deepEqual(formOf(union, [{ parts: [] }]), { type: 'Content', isList: true });
    assert.deepEqual(formOf(union, ['a']), { type: 'string', isList: true });
    assert.equal(formOf(union, true), undefined);
    assert.equal(formOf(union, [true]), undefined);
  });

  it('takes exactly one of the fields that tell its messages apart', () => {
    const either: UnionRow = { versions: NEW, oneOf: ['Content', 'Part'], has: ['parts', 'text'] };
    assert.deepEqual(formOf(either, { text: 'a' }), { type: 'Part', isList: false });
    assert.equal(formOf(either, { text: 'a', parts: [] }), undefined);
    assert.equal(formOf(either, {}), undefined);
  });
});
