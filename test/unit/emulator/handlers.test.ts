import assert from 'node:assert/strict';
import { operationIds, operationRow, versionsOf } from '../../../src/api/operations';
import { VERSIONS } from '../../../src/api/versions';
import type { Example } from '../wire/example';
import { examples } from '../wire/examples';
import { useEverything } from '../wire/prepared';
import { inVersion, withMissing, withoutRequired, withUnknown } from './rowRequest';
import { errorOf } from './wire';
import { OPERATIONS } from '../api/operationCounts';

/**
 * What the service says of something that is not there: it hides which files, corpora and tuned models
 * exist; what is below them, only somebody asks for who may know.
 */
const statusOfMissing: { readonly [collection: string]: 403 | 404 } = {
  models: 404,
  corpora: 403,
  documents: 404,
  chunks: 404,
  permissions: 404,
  tunedModels: 403,
  operations: 404,
  files: 403,
  cachedContents: 403,
  fileSearchStores: 403,
  media: 404,
  batches: 404,
  dynamic: 404,
  generatedFiles: 404,
};

/** It answers with one model only, and takes other names for mistakes. */
const statusHere: { readonly [id: string]: number } = { 'models.generateAnswer': 400 };

// The younger part of the service says what it refuses in other words.
const classic = examples.filter(({ id }) => operationRow(id).case === undefined);
const younger = examples.filter(({ id }) => operationRow(id).case === 'snake');

describe('emulator: every row of the table', () => {
  const client = useEverything();

  describe('refuses what it does not know', () => {
    for (const example of classic) {
      it(example.name, async () => {
        const all = withUnknown(example);
        assert.notEqual(all.length, 0);
        for (const { what, request, description, field } of all) {
          const answer = await client().send(request);
          assert.equal(answer.status, 400, `${what}: ${answer.text}`);
          const { message, status, details } = errorOf(answer);
          assert.deepEqual([status, message], ['INVALID_ARGUMENT', description], what);
          assert.deepEqual(details, [
            {
              '@type': 'type.googleapis.com/google.rpc.BadRequest',
              fieldViolations: [{ ...(field === '' ? {} : { field }), description }],
            },
          ]);
        }
      });
    }
  });

  describe('names what is required and missing', () => {
    for (const example of classic.filter((one) => withoutRequired(one).length > 0)) {
      it(example.name, async () => {
        for (const { what, request, description } of withoutRequired(example)) {
          const answer = await client().send(request);
          assert.equal(answer.status, 400, `${what}: ${answer.text}`);
          const { message, status } = errorOf(answer);
          assert.deepEqual([status, message], ['INVALID_ARGUMENT', description]);
        }
      });
    }
  });

  describe('refuses a body that names another resource than the URL', () => {
    // The service takes the name of cached content from the URL only.
    const named = classic.filter(({ id }) => id !== 'cachedContents.patch');
    for (const example of named.filter(({ id }) => operationRow(id).verb === 'PATCH')) {
      it(example.name, async () => {
        const { name } = JSON.parse(example.wire.body ?? '') as { readonly name: string };
        const body = example.wire.body?.replace(name, `${name}-other`) ?? '';
        assert.notEqual(body, example.wire.body);
        const answer = await client().send({ ...example.wire, body });
        assert.equal(answer.status, 400, answer.text);
        const { status, message } = errorOf(answer);
        assert.equal(status, 'INVALID_ARGUMENT');
        assert.match(message, /^The name in the body must be .*, as in the URL\.$/);
      });
    }
  });

  describe('refuses what is not there', () => {
    for (const example of classic.filter((one) => withMissing(one).length > 0)) {
      it(example.name, async () => {
        for (const { collection, request } of withMissing(example)) {
          const answer = await client().send(request);
          const expected = statusHere[example.id] ?? statusOfMissing[collection];
          assert.equal(answer.status, expected, `${collection}: ${answer.text}`);
          assert.equal(errorOf(answer).code, expected);
        }
      });
    }
  });

  describe('says with a word', () => {
    for (const example of younger.filter(({ id }) => !operationRow(id).upload)) {
      it(example.name, async () => {
        const { request } = example.wire;
        const odd = `${request}${request.includes('?') ? '&' : '?'}noSuchField=1`;
        const unknown = await client().send({ ...example.wire, request: odd });
        assert.deepEqual(JSON.parse(unknown.text), {
          error: { code: 'parameter_unknown', message: "Unknown parameter 'noSuchField'." },
        });
        for (const { collection, request: missing } of withMissing(example)) {
          const answer = await client().send(missing);
          assert.equal(answer.status, 404, `${collection}: ${answer.text}`);
          const { error } = JSON.parse(answer.text) as {
            readonly error: { readonly code: string };
          };
          assert.equal(error.code, 'not_found');
        }
      });
    }
  });

  describe('has no other version of it', () => {
    for (const example of examples.filter(isFirst)) {
      const { id, version, wire } = example;
      const others = VERSIONS.filter((other) => !versionsOf(operationRow(id)).includes(other));
      for (const other of others) {
        it(`${id} in ${other}`, async () => {
          const answer = await client().send(inVersion(wire, version, other));
          assert.deepEqual([answer.status, answer.text], [404, '']);
        });
      }
    }
  });
});

describe('emulator: the table as a whole', () => {
  it('has each row of a version', () => {
    const rows = operationIds().flatMap((id) =>
      versionsOf(operationRow(id)).map((version) => `${id} in ${version}`),
    );
    assert.equal(rows.length, OPERATIONS);
    assert.deepEqual([...new Set(examples.map(({ name }) => name))].sort(), rows.sort());
  });
});

function isFirst(example: Example): boolean {
  return examples.find(({ id }) => id === example.id) === example;
}
