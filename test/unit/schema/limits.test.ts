import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { jsonSchema } from '../../../src/api/schema/jsonSchema';
import { limitProblems, fieldLimits } from '../../../src/api/schema/limits';
import { findMessage, isEnum, messages, type MessageName } from '../../../src/api/schema/messages';
import type {
  FieldRow,
  JsonObject,
  JsonValue,
  Limits,
  ValueLimits,
} from '../../../src/api/schema/row';
import { isInEdition } from '../../../src/api/versions';
import { publishedRange } from '../../../src/emulator/engine/checks';
import { defaultLimits } from '../../../src/emulator/options';
import { limits as emulatorLimits } from '../../../src/emulator/records';
import { settingsShape } from '../../../src/conversation/model/settings';

/** The fields of today's messages that have limits. */
const rows = Object.entries(messages).flatMap(([message, row]) =>
  !isEnum(row) && isInEdition(row.versions, 'v1beta')
    ? Object.entries(findFields(message)).flatMap(([field, { limits, versions }]) =>
        limits && isInEdition(versions, 'v1beta') ? [{ message, field, limits }] : [],
      )
    : [],
);

/** Limits that JSON Schema has no keyword for, and that a value alone is not checked against. */
const NO_KEYWORDS = ['modelMaximum', 'maxTokens', 'maxBytes', 'advisedItems', 'idPattern'];

describe('the published limits', () => {
  it('stand in the JSON schema, and are checked before saving', () => {
    assert.ok(rows.length > 50);
    for (const { message, field, limits } of rows) {
      const place = `${message}.${field}`;
      const name = message as MessageName;
      const own = ofValues(limits);
      const { definitions } = jsonSchema(name, 'v1beta') as unknown as {
        definitions: { [message: string]: { properties: { [field: string]: JsonObject } } };
      };
      const schema = definitions[message]?.properties[field] ?? {};
      for (const [keyword, value] of Object.entries(own)) {
        assert.deepEqual(schema[keyword], value, `${place}: ${keyword}`);
      }
      for (const word of NO_KEYWORDS) assert.ok(!(word in schema), `${place}: ${word}`);
      for (const [value, isBeyond] of samples(own)) {
        const found = limitProblems(name, 'v1beta', { [field]: value });
        const shown = `${place}: ${JSON.stringify(value).slice(0, 80)}`;
        assert.equal(found.length, isBeyond ? 1 : 0, shown);
      }
    }
  });

  it('are those of the settings that a panel sends and a prompt file holds', () => {
    const { definitions } = JSON.parse(readFileSync('media/prompt.schema.json', 'utf8')) as {
      definitions: { settings: { properties: { [name: string]: JsonObject } } };
    };
    const fields = ['temperature', 'topP', 'topK', 'maxOutputTokens', 'stopSequences'] as const;
    for (const field of fields) {
      const own = ofValues(fieldLimits('GenerationConfig', field));
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
    assert.equal(defaultLimits.fileBytes, fieldLimits('File', 'sizeBytes').maxBytes);
    assert.equal(defaultLimits.bodyBytes, 20 * 1024 * 1024);
  });
});

function findFields(message: string): {
  readonly [field: string]: Pick<FieldRow, 'limits' | 'versions'>;
} {
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
