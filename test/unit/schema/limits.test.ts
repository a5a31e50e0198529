import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { operationRow } from '../../../src/api/operations';
import { jsonSchema } from '../../../src/api/schema/jsonSchema';
import { limitProblems, limitsOf, mostResources } from '../../../src/api/schema/limits';
import { findMessage, isEnum, messages, type MessageName } from '../../../src/api/schema/messages';
import type { JsonObject, JsonValue, Limits, ValueLimits } from '../../../src/api/schema/row';
import { kindRow } from '../../../src/catalog/kinds';
import { publishedRange } from '../../../src/emulator/engine/checks';
import { defaultLimits } from '../../../src/emulator/options';
import { limits as emulatorLimits } from '../../../src/emulator/records';
import { settingsShape } from '../../../src/conversation/model/settings';

/** What the service publishes, written down a second time so that a change of the table is noticed. */
const published: {
  readonly [message: string]: { readonly [field: string]: Limits };
} = {
  GenerationConfig: {
    temperature: { minimum: 0, maximum: 2, modelMaximum: 'maxTemperature' },
    topP: { minimum: 0, maximum: 1 },
    topK: { minimum: 1 },
    maxOutputTokens: { minimum: 1, modelMaximum: 'outputTokenLimit' },
    candidateCount: { minimum: 1, maximum: 8 },
    stopSequences: { maxItems: 5 },
    presencePenalty: { minimum: -2, maximum: 2 },
    frequencyPenalty: { minimum: -2, maximum: 2 },
    logprobs: { minimum: 0, maximum: 20 },
    responseMimeType: { enum: ['text/plain', 'application/json', 'text/x.enum'] },
  },
  ImageConfig: { imageSize: { enum: ['512', '1K', '2K', '4K'] } },
  'interactions.GenerationConfig': { max_output_tokens: { maximum: 1_048_576 } },
  AudioTranscriptionConfig: { customVocabulary: { maxItems: 1000 } },
  VideoMetadata: { fps: { exclusiveMinimum: 0, maximum: 24 } },
  FunctionDeclaration: {
    name: { maxLength: 64, pattern: '^[a-zA-Z_][a-zA-Z0-9_.:-]*$' },
  },
  GenerateTextRequest: {
    temperature: { minimum: 0, maximum: 1 },
    topP: { minimum: 0, maximum: 1 },
    topK: { minimum: 1 },
    maxOutputTokens: { minimum: 1, modelMaximum: 'outputTokenLimit' },
    candidateCount: { minimum: 1, maximum: 8 },
    stopSequences: { maxItems: 5 },
  },
  GenerateMessageRequest: {
    temperature: { minimum: 0, maximum: 1 },
    topP: { minimum: 0, maximum: 1 },
    topK: { minimum: 1 },
    candidateCount: { minimum: 1, maximum: 8 },
  },
  GenerateAnswerRequest: { temperature: { minimum: 0, maximum: 1 } },
  SemanticRetrieverConfig: { minimumRelevanceScore: { minimum: 0, maximum: 1 } },
  EmbedContentRequest: { outputDimensionality: { minimum: 1 } },
  EmbedContentConfig: { outputDimensionality: { minimum: 1 } },
  BatchEmbedContentsRequest: { requests: { maxItems: 100 } },
  BatchEmbedTextRequest: { texts: { maxItems: 100 }, requests: { maxItems: 100 } },
  Corpus: {
    name: { idPattern: '[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?' },
    displayName: { maxLength: 512 },
  },
  Document: {
    name: { idPattern: '[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?' },
    displayName: { maxLength: 512 },
    customMetadata: { maxItems: 20 },
  },
  Chunk: {
    name: { idPattern: '[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?' },
    customMetadata: { maxItems: 20 },
  },
  ChunkData: { stringValue: { maxTokens: 2043 } },
  StringList: { values: { maxItems: 10 } },
  QueryCorpusRequest: { resultsCount: { minimum: 0, maximum: 100 } },
  QueryDocumentRequest: { resultsCount: { minimum: 0, maximum: 100 } },
  BatchCreateChunksRequest: { requests: { maxItems: 100 } },
  BatchUpdateChunksRequest: { requests: { maxItems: 100 } },
  BatchDeleteChunksRequest: { requests: { maxItems: 100 } },
  File: {
    name: { idPattern: '[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?' },
    displayName: { maxLength: 512 },
    sizeBytes: { maxBytes: 2 ** 31 },
  },
  CachedContent: { displayName: { maxLength: 128 } },
  AuthToken: { uses: { minimum: 0 } },
  FileSearchStore: { displayName: { maxLength: 512 } },
  WhiteSpaceConfig: {
    maxTokensPerChunk: { minimum: 0, maximum: 512 },
    maxOverlapTokens: { minimum: 0 },
  },
  ImportFileRequest: { customMetadata: { maxItems: 20 } },
  UploadToFileSearchStoreRequest: {
    displayName: { maxLength: 512 },
    customMetadata: { maxItems: 20 },
  },
  TunedModel: {
    displayName: { maxLength: 40 },
    temperature: { minimum: 0, maximum: 1 },
    topP: { minimum: 0, maximum: 1 },
    topK: { minimum: 1 },
  },
  Dataset: { examples: { maxBytes: 4 * 1024 * 1024 } },
  TuningExamples: { examples: { advisedItems: 20 } },
  TuningExample: { textInput: { maxLength: 40_000 }, output: { maxLength: 5000 } },
};

const rows = Object.entries(published).flatMap(([message, fields]) =>
  Object.entries(fields).map(([field, limits]) => ({ message, field, limits })),
);

/** Limits that JSON Schema has no keyword for, and that a value alone is not checked against. */
const NO_KEYWORDS = ['modelMaximum', 'maxTokens', 'maxBytes', 'advisedItems', 'idPattern'];

/** Fields whose limits are long lists, or go without saying. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'ImageConfig.aspectRatio',
  'SpeechConfig.languageCode',
  'google.type.LatLng.latitude',
  'google.type.LatLng.longitude',
]);

describe('the published limits', () => {
  for (const { message, field, limits } of rows) {
    const place = `${message}.${field}`;
    const { version, name } = known(message);
    const own = ofValues(limits);

    it(`stand in the messages table and the JSON schema for ${place}`, () => {
      assert.deepEqual(limitsOf(name, field as never, version), limits);
      const { definitions } = jsonSchema(name, version) as unknown as {
        definitions: { [message: string]: { properties: { [field: string]: JsonObject } } };
      };
      const schema = definitions[message]?.properties[field] ?? {};
      for (const [keyword, value] of Object.entries(own)) {
        assert.deepEqual(schema[keyword], value, keyword);
      }
      for (const word of NO_KEYWORDS) assert.ok(!(word in schema), word);
    });

    it(`are checked before saving for ${place}`, () => {
      for (const [value, isBeyond] of samples(own)) {
        const found = limitProblems(name, version, { [field]: value });
        assert.equal(found.length, isBeyond ? 1 : 0, JSON.stringify(value).slice(0, 80));
      }
    });
  }

  it('are complete: no field has others', () => {
    const known = new Set([...rows.map(({ message, field }) => `${message}.${field}`)]);
    for (const [message, row] of Object.entries(messages)) {
      if (isEnum(row)) continue;
      for (const [field, { limits }] of Object.entries(findFields(message))) {
        if (!limits || ELSEWHERE.has(`${message}.${field}`)) continue;
        assert.ok(known.has(`${message}.${field}`), `${message}.${field}`);
      }
    }
  });

  it('are those of the settings that a panel sends and a prompt file holds', () => {
    const { definitions } = JSON.parse(readFileSync('media/prompt.schema.json', 'utf8')) as {
      definitions: { settings: { properties: { [name: string]: JsonObject } } };
    };
    const fields = ['temperature', 'topP', 'topK', 'maxOutputTokens', 'stopSequences'] as const;
    for (const field of fields) {
      const own = ofValues(limitsOf('GenerationConfig', field));
      const {
        type: _type,
        items: _items,
        ...limits
      } = definitions.settings.properties[field] ?? {};
      assert.deepEqual(limits, own, field);
      for (const [value, isBeyond] of samples(own)) {
        const parse = (): unknown => settingsShape.parse({ [field]: value });
        if (isBeyond) assert.throws(parse, field);
        else assert.deepEqual(parse(), { [field]: value });
      }
    }
  });

  it('are those of the emulator, which puts the limits of a model first', () => {
    for (const { message, field, limits } of rows) {
      if (limits.minimum === undefined) continue;
      const { least, most } = publishedRange(message as MessageName, field as never);
      assert.deepEqual([least, most], [limits.minimum, limits.maximum ?? 2 ** 31 - 1], field);
    }
    const model = { maxTemperature: 1.5, outputTokenLimit: 77 };
    const seed = { model } as unknown as Parameters<typeof publishedRange>[2];
    assert.equal(publishedRange('GenerationConfig', 'temperature', seed).most, 1.5);
    assert.equal(publishedRange('GenerationConfig', 'maxOutputTokens', seed).most, 77);
    assert.equal(publishedRange('GenerationConfig', 'topP', seed).most, 1);
    assert.deepEqual(emulatorLimits, {
      corporaPerProject: 5,
      documentsPerCorpus: 10_000,
      chunksPerCorpus: 1_000_000,
      chunksPerBatch: 100,
      chunkTokens: 2043,
      customMetadata: 20,
      stringListValues: 10,
      displayName: 512,
    });
    assert.equal(defaultLimits.fileBytes, limitsOf('File', 'sizeBytes').maxBytes);
    assert.equal(defaultLimits.bodyBytes, 20 * 1024 * 1024);
  });

  it('count resources of a project and of a corpus', () => {
    const names = ['Corpus', 'Document', 'Chunk', 'File'] as const;
    assert.deepEqual(names.map(mostResources), [5, 10_000, 1_000_000, Infinity]);
  });

  it('give the shape of ids to forms', () => {
    for (const kind of ['corpus', 'document', 'chunk'] as const) {
      const { message, id } = kindRow(kind);
      assert.equal(id, limitsOf(message as 'Corpus', 'name').idPattern, kind);
    }
    const { query } = operationRow('tunedModels.create');
    assert.equal(kindRow('tunedModel').id, query?.tunedModelId?.limits?.idPattern);
    const rule = new RegExp(`^(?:${kindRow('tunedModel').id ?? ''})$`);
    for (const id of ['a', `a${'b'.repeat(39)}`, 'a-1']) assert.match(id, rule);
    for (const id of ['', '1a', 'a-', `a${'b'.repeat(40)}`, 'A']) assert.doesNotMatch(id, rule);
  });
});

/** A message and the first version that has it. */
function known(message: string): { readonly name: MessageName; readonly version: 'v1beta' } {
  assert.ok(findMessage(message)?.versions.now.includes('v1beta'), message);
  return { name: message as MessageName, version: 'v1beta' };
}

function findFields(message: string): { readonly [field: string]: { readonly limits?: Limits } } {
  return findMessage(message)?.fields ?? {};
}

/** The limits that a value alone can be checked against. */
function ofValues(limits: Limits): ValueLimits {
  return Object.fromEntries(
    Object.entries(limits).filter(([keyword]) => !NO_KEYWORDS.includes(keyword)),
  );
}

/** Values at a limit and beyond it. */
function samples(limits: ValueLimits): readonly (readonly [value: JsonValue, isBeyond: boolean])[] {
  const { minimum, maximum, exclusiveMinimum, maxLength, maxItems, enum: values } = limits;
  const found: (readonly [JsonValue, boolean])[] = [];
  if (minimum !== undefined) found.push([minimum, false], [minimum - 1, true]);
  if (exclusiveMinimum !== undefined) found.push([exclusiveMinimum, true]);
  if (maximum !== undefined) found.push([maximum, false], [maximum + 1, true]);
  if (maxLength !== undefined) {
    found.push(['x'.repeat(maxLength), false], ['x'.repeat(maxLength + 1), true]);
  }
  if (maxItems !== undefined) {
    const list = (length: number): JsonValue => Array.from({ length }, () => 'x');
    found.push([list(maxItems), false], [list(maxItems + 1), true]);
  }
  if (values) found.push([values[0] ?? '', false], ['none of them', true]);
  return found;
}
