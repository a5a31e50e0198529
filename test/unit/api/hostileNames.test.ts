import assert from 'node:assert/strict';
import { AppError } from '../../../src/base/errors';
import { matchTemplate, templateVariables } from '../../../src/api/names';
import {
  type OperationId,
  operationIds,
  operationRow,
  versionsOf,
} from '../../../src/api/operations';
import { buildRequest, type CallInput, type PlainRequest } from '../../../src/api/request';
import type { Version } from '../../../src/api/versions';
import { failure, reasonOf, Rigs } from './harness';
import { OPERATIONS } from './operationCounts';

/** What stands in place of one id of a name. */
const hostile = [
  '..',
  '.',
  '../../v1/models/x',
  '..\\..\\x',
  '%2e%2e',
  '%2E%2e%2F',
  '%252e%252e',
  '..;',
  '...',
  'a/b',
  '/a',
  'a/',
  'https://evil.example/a',
  'a?key=1',
  '?alt=media',
  'a#b',
  'a%00b',
  'a\u0000b',
  'a\r\nHost: evil.example\r\n\r\nGET /',
  'a\nb',
  'a\u2028b',
  '\\\\evil.example\\a',
  'a:generateContent',
  'a:',
  'a b',
  ' ',
  '+',
  'a&b=c',
  '*',
  '{name}',
  '$&$1',
  'a\'b"c<d>e`f|g^h',
  '__proto__',
  '\u202ea\u2066b',
  'ünïcödé',
  '👩‍🚀',
  '\ud800',
  '%',
  '%c0%ae%c0%ae',
  '．．',
  'a'.repeat(1000),
  '../'.repeat(300),
];

interface Case {
  readonly id: OperationId;
  readonly version: Version;
  /** The template that the path on the wire must fit, with its beginning. */
  readonly template: string;
  readonly names: readonly { readonly name: string; readonly pattern: string }[];
}

const cases: readonly Case[] = operationIds().flatMap((id) => {
  const row = operationRow(id);
  return versionsOf(row).map((version) => ({
    id,
    version,
    template: `${row.upload ? '/upload' : ''}/${version}/${row.path}`,
    names: templateVariables(row.path),
  }));
});

/** The request with the given names; whatever else the row demands is given. */
function request({ id, version }: Case, names: { readonly [name: string]: string }): PlainRequest {
  const row = operationRow(id);
  const query = Object.entries(row.query ?? {}).filter(([, { required }]) => required);
  const input = {
    ...Object.fromEntries(query.map(([name]) => [name, 'x'])),
    ...(row.body === undefined ? {} : { body: {} }),
    ...(row.upload ? { media: { contentType: 'text/plain', data: Buffer.from('x') } } : {}),
    ...names,
  };
  return buildRequest(id, version, input as CallInput<typeof id>);
}

/** The case's names with an id in place of the star of that index, and `x` in place of the others. */
function namesOf(row: Case, id: string, star: number): { readonly [name: string]: string } {
  let index = 0;
  return Object.fromEntries(
    row.names.map(({ name, pattern }) => [
      name,
      pattern.replaceAll(/\*+/g, () => (index++ === star ? id : 'x')),
    ]),
  );
}

function starsOf(row: Case): readonly number[] {
  const stars = row.names.flatMap(({ pattern }) => [...pattern.matchAll(/\*+/g)]);
  return [...stars.keys()];
}

/** The path that a server sees, once whatever may tidy it up on the way has done so. */
function tidied(path: string): string {
  return new URL(path, 'http://service.example').pathname;
}

/** What tells of a file, and its bytes, which `alt=media` asks for. */
const ONE_PATH: readonly OperationId[] = ['environments.files.list', 'environments.files.download'];

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('hostile resource names', () => {
  it('cover every row in every version', () => {
    assert.equal(cases.length, OPERATIONS);
    assert.equal(cases.filter(({ names }) => names.length === 0).length, 56);
  });

  for (const row of cases.filter(({ names }) => names.length > 0)) {
    it(`are refused or encoded by ${row.id} in ${row.version}`, () => {
      let sent = 0;
      for (const star of starsOf(row)) {
        for (const id of hostile) {
          const names = namesOf(row, id, star);
          const built = attempt(() => request(row, names));
          if (built === undefined) continue;
          sent++;
          const shown = `${JSON.stringify(id.slice(0, 40))} as ${built.path.slice(0, 200)}`;
          // One host, one path: nothing in it that a server or a proxy reads as anything else.
          assert.match(built.path, /^[\w!~*'()./:%-]+$/, shown);
          assert.doesNotMatch(built.path, /\/\/|\/\.{1,2}(\/|:|$)|%(2e|2f|5c|00|0d|0a)/i, shown);
          assert.equal(tidied(built.path), built.path, shown);
          assert.match(built.path, new RegExp(`^(/upload)?/${row.version}/`), shown);
          assert.deepEqual(matchTemplate(row.template, built.path), names, shown);
        }
      }
      // Odd but harmless ones go through, so that this is no test of refusals only.
      assert.ok(sent >= 15 * starsOf(row).length, String(sent));
    });
  }

  it('are no other operation', () => {
    const alike = Map.groupBy(cases, ({ id, version }) => `${operationRow(id).verb} ${version}`);
    for (const row of cases) {
      for (const star of starsOf(row)) {
        // Names of any length are told from each other alike.
        for (const id of hostile.filter(({ length }) => length < 900)) {
          const built = attempt(() => request(row, namesOf(row, id, star)));
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
    for (const row of cases) {
      for (const { name } of row.names) {
        for (const whole of wholes) {
          const names = { ...namesOf(row, 'x', 0), [name]: whole };
          assert.equal(
            attempt(() => request(row, names)),
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

/** What it gives, or undefined where the name is refused; any other error is a failure. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    const reason = reasonOf(error);
    assert.ok(reason === 'badName' || reason === 'missingParameter', String(error));
    return undefined;
  }
}
