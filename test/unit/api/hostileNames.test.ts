import assert from 'node:assert/strict';
import { AppError } from '../../../src/base/errors';
import { matchTemplate } from '../../../src/api/names';
import { type OperationId, operationRow } from '../../../src/api/operations';
import { attempt, hostile, namesOf, requestOf, rows, starsOf } from '../wire/hostileRequests';
import { failure, reasonOf, Rigs } from './harness';

/** What tells of a file, and its bytes, which `alt=media` asks for. */
const ONE_PATH: readonly OperationId[] = ['environments.files.list', 'environments.files.download'];

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

/** Ids with how they stand in a path, written by hand: no code of ours decides what is right here. */
const ENCODED: { readonly [id: string]: string } = {
  'a b': 'a%20b',
  ü: '%C3%BC',
  'a&b': 'a%26b',
  'a+b=c': 'a%2Bb%3Dc',
  '100%': '100%25',
  'a:cancel': 'a%3Acancel',
  שלום: '%D7%A9%D7%9C%D7%95%D7%9D',
  '\u202eabc': '%E2%80%AEabc',
  '👩‍🚀': '%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80',
  '...': '...',
};

describe('hostile resource names', () => {
  it('stand in the path as encoded by hand', () => {
    const [row = assert.fail()] = rows.filter(({ id }) => id === 'tunedModels.get');
    for (const [name, shown] of Object.entries(ENCODED)) {
      const { path } = requestOf(row, namesOf(row, name, 0));
      assert.equal(path, `/${row.version}/tunedModels/${shown}`);
    }
  });

  it('are no other operation', () => {
    const alike = Map.groupBy(rows, ({ id, version }) => `${operationRow(id).verb} ${version}`);
    for (const row of rows) {
      for (const star of starsOf(row)) {
        // Names of any length are told from each other alike.
        for (const id of hostile.filter(({ length }) => length < 1000)) {
          const built = attempt(() => requestOf(row, namesOf(row, id, star)));
          if (built === undefined) continue;
          const fits = (alike.get(`${built.method} ${row.version}`) ?? []).filter(
            ({ template }) => matchTemplate(template, built.path) !== undefined,
          );
          assert.deepEqual(
            fits.map((fit) => fit.id),
            ONE_PATH.includes(row.id) ? ONE_PATH : [row.id],
            built.path.slice(0, 200),
          );
        }
      }
    }
  });

  it('are refused in place of a whole name', () => {
    const wholes = ['', '/', '//', 'x', '/x', 'models', 'https://evil.example/models/x', '\ud800'];
    for (const row of rows) {
      for (const { name } of row.names) {
        for (const whole of wholes) {
          const names = { ...namesOf(row, 'x', 0), [name]: whole };
          assert.equal(
            attempt(() => requestOf(row, names)),
            undefined,
            `${row.id} ${whole}`,
          );
        }
      }
    }
  });

  it('reach the server in their place, or nothing does', async () => {
    const { client, server } = await rigs.start((_request, wire) => wire.json(200, {}));
    const expected: string[] = [];
    for (const id of hostile) {
      // Below the longest head that servers take.
      if (id.length > 4000) continue;
      const name = `tunedModels/${id}/operations/x`;
      try {
        await client.call('tunedModels.operations.get', { name });
      } catch (error) {
        assert.ok(error instanceof AppError);
        assert.equal(reasonOf(error), 'badName');
        assert.equal(error.hint, 'Nothing was sent.');
        continue;
      }
      expected.push(name);
    }
    const template = '/v1beta/{name=tunedModels/*/operations/*}';
    const seen = server.requests.map(({ target }) => matchTemplate(template, target)?.name);
    assert.deepEqual(seen, expected);
    assert.ok(expected.length >= 15);
    assert.deepEqual(new Set(server.requests.map(({ method }) => method)), new Set(['GET']));
  });

  it('reach the server in their place with custom verbs, bodies and deep names', async () => {
    const { client, server } = await rigs.start((_request, wire) => wire.json(200, {}));
    const id = 'a:delete b&c=ü';
    await client.call('models.countTokens', { model: `models/${id}`, body: {} });
    await client.call('operations.delete', { name: `operations/${id}/${id}` });
    await client.call('corpora.documents.chunks.batchDelete', {
      parent: `corpora/${id}/documents/${id}`,
      body: { requests: [] },
    });
    const encoded = 'a%3Adelete%20b%26c%3D%C3%BC';
    assert.deepEqual(
      server.requests.map(({ method, target }) => `${method} ${target}`),
      [
        `POST /v1beta/models/${encoded}:countTokens`,
        `DELETE /v1/operations/${encoded}/${encoded}`,
        `POST /v1beta/corpora/${encoded}/documents/${encoded}/chunks:batchDelete`,
      ],
    );
  });

  it('are told shortly, and with their odd characters escaped', async () => {
    const { client } = rigs.connect('http://127.0.0.1:9');
    const name = `models/\u001b[2J\r\n\u009b\u202e\u2028${'a'.repeat(10_000)}?`;
    const error = await failure(client.call('models.get', { name }));
    assert.equal(error.reason, 'badName');
    assert.ok(error.message.length < 300, error.message);
    assert.doesNotMatch(error.message, /[\p{Cc}\p{Cf}\p{Zl}]/u);
    assert.match(error.message, /\\u001b\[2J\\r\\n\\u009b\\u202e\\u2028a/);
  });
});
