import assert from 'node:assert/strict';
import { AppError } from '../../../src/base/errors';
import { matchTemplate } from '../../../src/api/names';
import { buildRequest } from '../../../src/api/request';
import { failure, reasonOf, Rigs } from './harness';

/** IDs that must not lead elsewhere: refused, or in their place. */
const HOSTILE: readonly string[] = [
  ...[
    '..',
    '.',
    '...',
    '..;',
    '../../v1/models/x',
    '..\\..\\x',
    '%2e%2e',
    '%252e%252e',
    '..%2f..%2fx',
  ],
  ...[
    'a/b',
    'a//b',
    '/a',
    'a/',
    '//evil.example/a',
    'https://evil.example/a',
    'user:password@evil.example',
  ],
  ...['a?key=1', '?alt=media', 'a#b', 'a%3Fb', 'a%23b', 'a%00b', 'a\u0000b', 'a%0d%0aHost: evil'],
  ...['a\r\nHost: evil.example\r\n\r\nGET /', 'a\nb', 'a\tb', 'a\u0085b', 'a\u2028b', '\ud800'],
  ...[
    'a:generateContent',
    ':delete',
    'a:cancel',
    'a:',
    'a b',
    ' ',
    '+',
    'a&b=c',
    'a;b=c',
    '*',
    '**',
  ],
  ...['{name}', '{name=models/*}', '', '__proto__', '\u202eabc', '👩‍🚀'],
];

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
    assert.ok(expected.length >= 15);
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
