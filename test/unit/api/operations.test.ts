import assert from 'node:assert/strict';
import { pageNames } from '../../../src/api/paging';
import { templateVariables } from '../../../src/api/names';
import {
  isOperationId,
  operationIds,
  operationRow,
  sessions,
  versionsOf,
} from '../../../src/api/operations';
import type { OperationRow } from '../../../src/api/operations/row';
import { findMessage, findType, isEnum } from '../../../src/api/schema/messages';
import { type FieldRow } from '../../../src/api/schema/row';
import { statusIn } from '../../../src/api/status';
import {
  editionOf,
  isInEdition,
  isAvailable,
  PROFILES,
  type Version,
  VERSIONS,
} from '../../../src/api/versions';
import { OPERATION_COUNTS } from './operationCounts';

const rows = operationIds().map((id) => {
  const row: OperationRow = operationRow(id);
  return { id, ...row, versions: versionsOf(row), sets: row.versions };
});

/** The fields of a message in a version; a failure where it has no such message. */
function fieldsOf(message: string, version: Version): { readonly [name: string]: FieldRow } {
  const type = findType(message);
  assert.ok(type && !isEnum(type), `${message} is no message`);
  assert.ok(isInEdition(type.versions, version), `${message} is not in ${version}`);
  const fields = Object.entries(findMessage(message)?.fields ?? {});
  return Object.fromEntries(fields.filter(([, field]) => isInEdition(field.versions, version)));
}

/** The path with the patterns of its variables, without the custom verb. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^=}]+=([^}]+)\}/g, '$1').replace(/:\w+$/, '');
}

function customVerbOf(path: string): string | undefined {
  return /:(\w+)$/.exec(path)?.[1];
}

/** Tuning is shut down, and the cost of an interaction is counted when it is created. */
const FREE_ALTHOUGH_SLOW = [
  'environments.files.upload',
  'interactions.get',
  'media.upload',
  'tunedModels.create',
];

/** Each paid method, by what is paid. All others are free. */
const PAID = {
  tokens: [
    ...['models', 'dynamic', 'tunedModels'].flatMap((one) => [
      `${one}.generateContent`,
      `${one}.streamGenerateContent`,
    ]),
    'models.embedContent',
    'models.batchEmbedContents',
    'models.generateAnswer',
    'interactions.create',
    'decisions.create',
    'triggers.run',
    'live.bidiGenerateContent',
    'live.bidiGenerateContentConstrained',
  ],
  batch: ['models', 'tunedModels'].flatMap((one) => [
    `${one}.batchGenerateContent`,
    `${one}.asyncBatchEmbedContent`,
  ]),
  media: ['models.predict', 'models.predictLongRunning', 'voices.create', 'live.bidiGenerateMusic'],
  index: ['fileSearchStores.importFile', 'media.uploadToFileSearchStore'],
  storage: ['cachedContents.create', 'cachedContents.patch'],
};

describe('the operations table', () => {
  it('says what each paid method costs', () => {
    const all = [...rows, ...Object.entries(sessions).map(([id, row]) => ({ id, ...row }))];
    const paid = Object.groupBy(all, ({ cost = 'free' }) => cost);
    const { free = [], ...others } = paid;
    const idsOf = (some: readonly { readonly id: string }[]): string[] =>
      some.map(({ id }) => id).sort();
    for (const [cost, ids] of Object.entries(PAID)) {
      assert.deepEqual(idsOf(others[cost as keyof typeof others] ?? []), [...ids].sort());
    }
    assert.deepEqual(Object.keys(others).sort(), Object.keys(PAID).sort());
    // A new method that calls a model or makes a resource over time is a decision to take here.
    const unclear = free.filter((row) => 'slow' in row || 'longRunning' in row);
    assert.deepEqual(idsOf(unclear), FREE_ALTHOUGH_SLOW);
  });

  it('has every operation of every version, as it is today and as it was in 2024', () => {
    const counts = PROFILES.map((profile) =>
      Object.fromEntries(
        VERSIONS.map((version) => {
          const edition = editionOf(version, profile);
          return [
            version,
            rows.filter(({ sets }) => isAvailable({ versions: sets }, edition)).length,
          ];
        }),
      ),
    );
    assert.deepEqual(counts, [OPERATION_COUNTS.current, OPERATION_COUNTS['2024']]);
  });

  it('is served by some version, and says how far it can be relied on there', () => {
    for (const row of rows) {
      assert.ok(row.versions.length > 0, row.id);
      for (const version of row.versions) {
        const { stage, checked, source, successor } = statusIn(row, version);
        assert.match(checked, /^\d{4}-\d\d-\d\d$/, row.id);
        assert.ok(source.length > 0, row.id);
        const isEnding = ['deprecated', 'gone'].includes(stage);
        if (isEnding) assert.ok(successor, `${row.id} has no successor`);
      }
    }
  });

  it('names messages that all of its versions have', () => {
    for (const { id, versions, body, response, longRunning } of rows) {
      const named = [body, response, longRunning?.metadata, longRunning?.response];
      for (const message of named.filter((name) => name !== undefined)) {
        for (const version of versions) {
          assert.doesNotThrow(() => fieldsOf(message, version), `${id}: ${message}`);
        }
      }
    }
  });

  it('binds to the path what the body has under the name of a variable', () => {
    for (const { id, verb, path, body, versions, case: form } of rows) {
      // With names in snake case the id stands in the address alone.
      if (body === undefined || form === 'snake') continue;
      for (const { name } of templateVariables(path)) {
        const [outer, inner] = name.split('.');
        for (const version of versions) {
          const fields = fieldsOf(body, version);
          if (inner !== undefined) {
            assert.equal(verb, 'PATCH', id);
            assert.ok(fields[inner], `${body} has no ${inner}`);
            const named = `${outer?.charAt(0).toUpperCase()}${outer?.slice(1)}`;
            // Two kinds of batches have one collection.
            assert.equal(named, body.replace(/^(Generate|Embed)Content/, ''), id);
          } else if (customVerbOf(path) !== undefined) {
            assert.equal(fields[name]?.pathBound, true, `${body}.${name} of ${id}`);
          } else {
            assert.equal(fields[name], undefined, `${body}.${name} of ${id}`);
          }
        }
      }
      const bound = Object.entries(fieldsOf(body, versions[0] ?? 'v1beta'))
        .filter(([, { pathBound }]) => pathBound)
        .map(([name]) => name);
      const names = templateVariables(path).map(({ name }) => name.split('.').at(-1));
      for (const name of bound) assert.ok(names.includes(name), `${body}.${name} of ${id}`);
    }
  });

  it('pages through every answer that has a page token, and through no other', () => {
    for (const { id, query = {}, paging, response, versions, case: names } of rows) {
      const { size, token, next } = pageNames(names ? { case: names } : {});
      for (const version of versions) {
        const fields = fieldsOf(response, version);
        assert.equal(next in fields, paging !== undefined, id);
        assert.equal(token in query && size in query, paging !== undefined, id);
        if (!paging) continue;
        assert.equal(fields[paging.items]?.repeated, true, `${id}: ${paging.items}`);
        // The default of cached contents is not published.
        if (id !== 'cachedContents.list')
          assert.equal(paging.size === undefined, paging.max === undefined, id);
        assert.ok((paging.size ?? 0) <= (paging.max ?? 0), id);
      }
    }
  });

  it('polls where the names of operations lead', () => {
    const started = rows.filter(({ response }) => response === 'google.longrunning.Operation');
    for (const { id, longRunning, verb } of started) {
      assert.equal(longRunning !== undefined, verb !== 'GET', id);
    }
    for (const { id, longRunning, path, upload, versions } of rows) {
      if (!longRunning) continue;
      assert.ok(isOperationId(longRunning.poll), id);
      const poll = operationRow(longRunning.poll);
      assert.equal(poll.verb, 'GET');
      assert.equal(poll.response, 'google.longrunning.Operation');
      if (longRunning.poll === 'batches.get') {
        // A batch is its own operation.
        assert.deepEqual([poll.path, versionsOf(poll)], ['{name=batches/*}', versions]);
      } else if (id === 'tunedModels.create') {
        assert.equal(poll.path, `{name=${shapeOf(path)}/*/operations/*}`);
        assert.ok(versionsOf(poll).includes('v1'), id);
      } else {
        // Under what it goes on in, and in its own versions.
        const inUpload = upload ? 'upload/' : '';
        assert.equal(poll.path, `{name=${shapeOf(path)}/${inUpload}operations/*}`);
        for (const version of versions) assert.ok(versionsOf(poll).includes(version), id);
      }
    }
  });

  it('names the RPC and the scopes behind each', () => {
    for (const { id, rpc, scopes, foreignScope } of rows) {
      assert.match(rpc, /^(google\.longrunning\.)?[A-Z]\w+\/[A-Z]\w+$/, id);
      assert.ok(scopes.length > 0 || foreignScope !== undefined, id);
      assert.deepEqual([...new Set(scopes)], scopes, id);
    }
  });
});

// Typed by hand from what the service documents, so that a row cannot agree with itself alone.

describe('what the service documents of its operations', () => {
  it('takes an API key for all but what belongs to a person', () => {
    for (const id of operationIds()) {
      const isPersonal = /^corpora\.|\.permissions\.|\.transferOwnership$|^files\.register$/.test(
        id,
      );
      const isTuned = id.startsWith('tunedModels.');
      const expected = isPersonal ? 'oauth' : isTuned ? 'documentedOauth' : 'apiKey';
      assert.equal(operationRow(id).credential, expected, id);
    }
  });
});
