import assert from 'node:assert/strict';
import { operationIds, operationRow, sessions } from '../../../src/api/operations';
import { findMessage, findType, isEnum, isUnion, messages } from '../../../src/api/schema/messages';
import type { FieldRow, MessageRow, TypeRow } from '../../../src/api/schema/row';
import { scalarReader } from '../../../src/api/schema/scalars';
import { formsOf, namedTypes } from '../../../src/api/schema/union';
import { allEditions, isInEdition, PROFILES } from '../../../src/api/versions';

const EDITIONS = PROFILES.flatMap(allEditions);
const types: readonly (readonly [name: string, row: TypeRow])[] = Object.entries(messages);
const rows = types.flatMap(([name, row]) => ('fields' in row ? [[name, row] as const] : []));
const unions = types.flatMap(([name, row]) => (isUnion(row) ? [[name, row] as const] : []));

describe('the messages table', () => {
  it('knows the type of every field in every version of the field', () => {
    for (const [name, row] of rows) {
      for (const [field, { type, versions = row.versions }] of Object.entries(row.fields)) {
        const place = `${name}.${field}: ${type}`;
        assert.match(
          field,
          row.case === 'snake' ? /^[a-z][a-z0-9_]*$/ : /^[a-z][A-Za-z0-9]*$/,
          place,
        );
        assert.ok(versions.now.length > 0, place);
        for (const edition of EDITIONS.filter((one) => isInEdition(versions, one))) {
          assert.ok(isInEdition(row.versions, edition), `${place} is not in ${edition}`);
          if (scalarReader(type)) continue;
          const known = findType(type);
          assert.ok(known && isInEdition(known.versions, edition), `${place} is not in ${edition}`);
        }
      }
    }
  });

  it('knows the types of every union, and tells its messages apart', () => {
    for (const [name, row] of unions) {
      const forms = formsOf(row);
      assert.ok(forms.length > 0, name);
      for (const { type } of forms)
        assert.ok(scalarReader(type) ?? findType(type), `${name}: ${type}`);
      if (row.has) assert.equal(row.has.length, row.oneOf.length, name);
      const { by } = row;
      if (by === undefined) continue;
      const words = forms.flatMap(({ type }) => findMessage(type)?.fields[by]?.const ?? []);
      assert.ok(words.length > 0, name);
      assert.deepEqual([...new Set(words)], words, name);
    }
  });

  it('gives no field two natures that exclude each other', () => {
    for (const [name, row] of rows) {
      for (const [field, { repeated, map, oneof, inputOnly, outputOnly }] of fieldsOf(row)) {
        const place = `${name}.${field}`;
        assert.ok(!(repeated && map), place);
        assert.ok(!(inputOnly && outputOnly), place);
        // A oneof has no repeated member (protocol buffers).
        assert.ok(oneof === undefined || (!repeated && !map), place);
      }
    }
  });

  it('names for what is deprecated a successor that is there, and a day that is one', () => {
    const found: string[] = [];
    for (const [name, row] of rows) {
      for (const [field, { status }] of fieldsOf(row)) {
        if (status === undefined) continue;
        const place = `${name}.${field}`;
        found.push(place);
        assert.match(status.source, /\d{4}-\d{2}/, place);
        assert.match(status.since ?? '2026-01-01', /^\d{4}-\d{2}-\d{2}$/, place);
        if (status.successor === undefined) continue;
        let message = name;
        for (const step of status.successor.split('.')) {
          const next: FieldRow | undefined = findMessage(message)?.fields[step];
          assert.ok(next, `${place}: ${status.successor}`);
          message = next.type;
        }
      }
    }
    assert.ok(found.includes('GenerationConfig.temperature'));
    assert.ok(found.includes('EmbedContentRequest.taskType'));
  });

  it('says of every field of a request what it is', () => {
    const all = [...operationIds().map(operationRow), ...Object.values(sessions)];
    const wanted = all.flatMap(({ body }) => body ?? []);
    const seen = new Set<string>();
    const silent: string[] = [];
    for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
      const row = findType(name);
      if (!row || isEnum(row) || seen.has(name)) continue;
      seen.add(name);
      if (isUnion(row)) {
        wanted.push(...formsOf(row).map(({ type }) => type));
        continue;
      }
      for (const [field, { type, doc = '', outputOnly }] of fieldsOf(row)) {
        if (doc === '') silent.push(`${name}.${field}`);
        else assert.match(doc, /^[A-Za-z0-9-].*\.$/, `${name}.${field}`);
        // What only the service sets is part of a request, but not what is within it.
        if (!outputOnly) wanted.push(type);
      }
    }
    assert.ok(seen.has('Schema') && seen.has('TuningExample') && seen.has('MetadataFilter'));
    assert.deepEqual(silent, []);
  });

  it('has limits that fit the type of their field', () => {
    for (const [name, row] of rows) {
      for (const [field, { type, repeated, limits = {} }] of fieldsOf(row)) {
        const kinds = repeated
          ? ['maxItems', 'advisedItems']
          : type === 'string'
            ? ['maxLength', 'pattern', 'enum', 'maxTokens', 'idPattern']
            : ['minimum', 'exclusiveMinimum', 'maximum', 'modelMaximum', 'maxBytes'];
        for (const limit of Object.keys(limits)) {
          assert.ok(kinds.includes(limit), `${name}.${field}: ${limit}`);
        }
        if (limits.pattern !== undefined)
          assert.doesNotThrow(() => new RegExp(limits.pattern ?? ''));
      }
    }
  });

  it('has nothing that no operation and no error uses', () => {
    const ids = [...operationIds().map(operationRow), ...Object.values(sessions)];
    const open = ids.flatMap(({ body, response, longRunning, stream }) =>
      [
        body,
        response,
        longRunning?.metadata,
        longRunning?.response,
        typeof stream === 'object' ? stream.event : undefined,
      ].filter((name) => name !== undefined),
    );
    const errors = Object.keys(messages).filter((name) => name.startsWith('google.rpc.'));
    const used = new Set([...open, ...errors, ...DOCUMENTED_ONLY]);
    for (const name of used) {
      const row = findType(name);
      if (!row || isEnum(row)) continue;
      const types = isUnion(row) ? namedTypes(row) : fieldsOf(row).map(([, { type }]) => type);
      for (const type of types) if (findType(type)) used.add(type);
    }
    assert.deepEqual([...used].sort(), Object.keys(messages).sort());
  });
});

// The documents name these as answers, and the service sends others in their place.
const DOCUMENTED_ONLY = [
  'AsyncBatchEmbedContentResponse',
  'BatchGenerateContentResponse',
  // What all of its younger part answers, and what webhooks are sent.
  'interactions.ErrorResponse',
  'interactions.WebhookEvent',
  'CustomLongRunningOperation',
  'UploadToFileSearchStoreRequest',
];

function fieldsOf(row: MessageRow): readonly (readonly [string, MessageRow['fields'][string]])[] {
  return Object.entries(row.fields);
}
