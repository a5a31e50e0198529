import assert from 'node:assert/strict';
import { matchTemplate, templateVariables } from '../../../src/api/names';
import { operationIds, operationRow, versionsOf } from '../../../src/api/operations';
import { buildRequest, type CallInput } from '../../../src/api/request';
import { AppError } from '../../../src/base/errors';
import { failure, reasonOf, Rigs } from './harness';

describe('request', () => {
  it('leaves fields that the path carries out of the body', () => {
    const body = { contents: [], model: 'models/other', generationConfig: { topK: 1 } };
    const request = buildRequest('models.generateContent', 'v1beta', { model: 'models/x', body });
    assert.deepEqual(request.body, { contents: [], generationConfig: { topK: 1 } });
    assert.equal(request.path, '/v1beta/models/x:generateContent');
  });

  it('sends the resource of every patch with the name that the URL has', () => {
    const patches = operationIds().filter((id) => operationRow(id).verb === 'PATCH');
    const sent = patches.flatMap((id) =>
      versionsOf(operationRow(id)).map((version) => {
        const [variable] = templateVariables(operationRow(id).path);
        assert.ok(variable);
        const name = variable.pattern.replaceAll('*', 'x');
        const body = { name: 'models/other' };
        const { case: names, query } = operationRow(id);
        const mask = query?.updateMask ? { updateMask: 'a' } : {};
        const input = { [variable.name]: name, ...mask, body };
        // The service takes a name with a presence of its own from the URL only.
        const usual = id === 'cachedContents.patch' ? {} : { name };
        // In the younger part of the service a name in the body is one for people.
        const own = names === 'snake' ? body : usual;
        return [buildRequest(id, version, input as CallInput<typeof id>).body, own];
      }),
    );
    assert.equal(sent.length, 21);
    for (const [body, expected] of sent) assert.deepEqual(body, expected);
  });

  it('asks for events where the answer streams', () => {
    const input = { model: 'models/x', body: { contents: [] } };
    assert.deepEqual(buildRequest('models.streamGenerateContent', 'v1', input).query, {
      alt: 'sse',
    });
    assert.deepEqual(buildRequest('models.generateContent', 'v1', input).query, {});
  });

  it('takes a MIME type with its parameters, and nothing that adds a line to the body', () => {
    const upload = (contentType: string): unknown =>
      buildRequest('media.upload', 'v1beta', {
        body: {},
        media: { contentType, data: Buffer.alloc(0) },
      });
    for (const type of ['text/plain', 'text/plain; charset=utf-8', 'application/vnd.x+json']) {
      upload(type);
    }
    for (const type of ['', 'text', 'a/b\r\nx: y', 'a/b; c=d\r\n', 'a/b; c="d"', 'ä/b', 'a/b ']) {
      assert.throws(() => upload(type), { reason: 'badMediaType' }, JSON.stringify(type));
    }
    assert.throws(
      () =>
        buildRequest('media.upload', 'v1beta', { body: {} } as Parameters<
          typeof buildRequest<'media.upload'>
        >[2]),
      { reason: 'missingParameter' },
    );
  });

  it('refuses what the table does not have', () => {
    assert.throws(
      () =>
        buildRequest('models.generateContent', 'v1beta3', {
          model: 'models/x',
          body: { contents: [] },
        }),
      { reason: 'unsupportedVersion' },
    );
    const unknown = { name: 'models/x', fields: '*' };
    assert.throws(() => buildRequest('models.get', 'v1', unknown), { reason: 'unknownParameter' });
    const noBody = { model: 'models/x' } as unknown as Parameters<
      typeof buildRequest<'models.countTokens'>
    >[2];
    assert.throws(() => buildRequest('models.countTokens', 'v1', noBody), {
      reason: 'missingParameter',
    });
    assert.throws(() => buildRequest('models.get', 'v1', { name: 'models/../x' }), {
      reason: 'badName',
    });
  });
});

/** IDs that must not lead elsewhere: refused, or in their place. */
const HOSTILE: readonly string[] = [
  '..',
  '../../v1/models/x',
  '%2e%2e',
  '..%2f..%2fx',

  'a/b',
  '//evil.example/a',
  'user:password@evil.example',
  'a?key=1',
  'a#b',
  'a%00b',
  'a\u0000b',
  'a\r\nHost: evil.example\r\n\r\nGET /',
  'a\u0085b',
  '\ud800',

  'a:generateContent',
  'a b',
  '+',
  'a&b=c',
  '*',
  '{name=models/*}',
  '',
  '__proto__',
  '\u202eabc',
  '👩‍🚀',
];

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

/** Ids with how they stand in a path, written by hand: no code of ours decides what is right here. */
const ENCODED: { readonly [id: string]: string } = {
  'a b': 'a%20b',
  ü: '%C3%BC',
  '100%': '100%25',
  'a:cancel': 'a%3Acancel',
  '👩‍🚀': '%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80',
};

describe('hostile resource names', () => {
  it('stand in the path as encoded by hand', () => {
    for (const [id, shown] of Object.entries(ENCODED)) {
      const { path } = buildRequest('tunedModels.get', 'v1beta', { name: `tunedModels/${id}` });
      assert.equal(path, `/v1beta/tunedModels/${shown}`);
    }
  });

  it('reach the server in their place, or nothing does', async () => {
    const { client, server } = await rigs.start((_request, wire) => wire.json(200, {}));
    const expected: string[] = [];
    for (const id of HOSTILE) {
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
    assert.ok(expected.length >= 8);
    assert.deepEqual(new Set(server.requests.map(({ method }) => method)), new Set(['GET']));
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
