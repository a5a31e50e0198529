import assert from 'node:assert/strict';
import { endpointsOf, GOOGLE, endpointsFor, parseClientFile } from '../../../src/auth/oauthClient';
import { AppError } from '../../../src/base/errors';
import { leaks } from '../../fakes/canary';

const SECRET = 'GOCSPX-canary-0123456789';
const good = {
  client_id: '123-abc.apps.googleusercontent.com',
  project_id: 'my-project',
  auth_uri: 'https://accounts.google.com/o/oauth2/auth',
  token_uri: 'https://oauth2.googleapis.com/token',
  auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
  client_secret: SECRET,
  redirect_uris: ['http://localhost'],
};

const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

function refusal(file: Uint8Array): AppError {
  try {
    parseClientFile(file);
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.reason, 'badClientFile');
    assert.match(error.hint ?? '', /Desktop app/);
    assert.deepEqual(leaks(error, [SECRET]), []);
    return error as AppError;
  }
  throw new Error('It was taken.');
}

describe('client file', () => {
  it('is read, and only what is needed is kept', () => {
    const { client_id, client_secret, project_id, auth_uri, token_uri } = good;
    const expected = {
      id: client_id,
      secret: client_secret,
      project: project_id,
      authUri: auth_uri,
      tokenUri: token_uri,
    };
    assert.deepEqual(parseClientFile(bytes({ installed: good })), expected);
    const marked = Buffer.concat([Buffer.from('\uFEFF'), bytes({ installed: good })]);
    assert.deepEqual(parseClientFile(marked), expected);
  });

  for (const [what, file, says] of [
    ['no JSON', Buffer.from(`{"installed": ${SECRET}`), /not a JSON object/],
    [
      'a web client',
      bytes({ web: good }),
      /The client type is “web”, which can’t redirect to this machine\./,
    ],
    [
      'a service account',
      bytes({ type: 'service_account', private_key: SECRET }),
      /service_account/,
    ],
    ['another type', bytes({ type: SECRET }), /“installed” is missing/],
    ['too much', Buffer.alloc(64 * 1024 + 1, ' '), /66 KB/],
  ] as const) {
    it(`is refused: ${what}`, () => assert.match(refusal(file).message, says));
  }

  for (const [what, change, says] of [
    ['an empty secret', { client_secret: '' }, /“client_secret” can’t be used: it is empty\./],
    ['a secret of two lines', { client_secret: `${SECRET}\nx` }, /“client_secret”.*line break/],
    ['no address', { token_uri: SECRET }, /“token_uri” is not a valid URL\./],
    [
      'http',
      { token_uri: 'http://evil.example/token' },
      /“token_uri” must use HTTPS or point to this machine \(evil\.example\)\./,
    ],
    [
      'a user',
      { token_uri: `https://u:${SECRET}@x.example/` },
      /“token_uri” must not contain a username, query, or fragment \(x\.example\)\./,
    ],
  ] as const) {
    it(`is refused with ${what}, which is named`, () => {
      assert.match(refusal(bytes({ installed: { ...good, ...change } })).message, says);
    });
  }

  for (const [what, change, says] of [
    [
      'a token_uri elsewhere',
      { token_uri: 'https://evil.example/token' },
      /accounts.*evil\.example/,
    ],
    ['an auth_uri elsewhere', { auth_uri: 'https://evil.example/auth' }, /evil\.example.*oauth2/],
    ['a token_uri on this machine', { token_uri: 'http://127.0.0.1:81/t' }, /127\.0\.0\.1:81/],
  ] as const) {
    it(`is refused where only half of it is Google’s: ${what}`, () => {
      const { message } = refusal(bytes({ installed: { ...good, ...change } }));
      assert.match(message, says);
      assert.match(message, /\. If one is a Google URL, both must be Google sign-in URLs\./);
    });
  }
});

describe('endpoints of a client', () => {
  it("are Google's today, whatever old address the file has", () => {
    for (const tokenUri of [
      'https://accounts.google.com/o/oauth2/token',
      'https://www.googleapis.com/oauth2/v3/token',
      'https://oauth2.googleapis.com/token',
    ]) {
      assert.deepEqual(endpointsOf({ authUri: good.auth_uri, tokenUri }), GOOGLE);
    }
  });

  it('are of one origin, of two, or must not be used', () => {
    const [google, mine] = ['https://oauth2.googleapis.com/token', 'https://id.example/token'];
    const pairing = (authUri: string, tokenUri: string) => endpointsFor({ authUri, tokenUri });
    assert.equal(pairing(good.auth_uri, google), 'google');
    assert.equal(pairing('https://id.example/auth', mine), 'oneOrigin');
    assert.equal(pairing('https://page.example/auth', mine), 'twoOrigins');
    assert.equal(pairing('https://id.example:8443/auth', mine), 'twoOrigins');
    assert.equal(pairing('https://notgoogle.com/auth', mine), 'twoOrigins');
    assert.equal(pairing(good.auth_uri, mine), 'mixed');
    assert.equal(pairing(mine, google), 'mixed');
  });
});
