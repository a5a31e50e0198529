import assert from 'node:assert/strict';
import { parseTokenResponse } from '../../../src/auth/tokenEndpoint';
import { systemClock } from '../../../src/base/clock';
import { leaks } from '../../fakes/canary';
import { EagerClock } from '../../fakes/eagerClock';
import { FaultServer, type Script } from '../../fakes/faultServer';
import { failure } from '../api/harness';
import { clientAt, openWindow } from './oauthRig';

const REFRESH = 'canary-refresh-0123456789';
const good = { access_token: 'canary-access-0123456789', expires_in: 3599, token_type: 'Bearer' };
const page = (status: number) => (wire: Parameters<Script>[1]) =>
  wire.answer(status, `<html>${REFRESH}</html>`, { 'content-type': 'text/html' });

describe('token endpoint', () => {
  const open: FaultServer[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });

  /** A server that meets its requests with these in turn, the last one again and again. */
  async function start(...script: ((wire: Parameters<Script>[1]) => unknown)[]) {
    const server = await FaultServer.start((_request, wire) => {
      const act = script.length > 1 ? script.shift() : script[0];
      void act?.(wire);
    });
    open.push(server);
    return { server, client: clientAt(server.origin) };
  }

  const fine = (wire: Parameters<Script>[1]) => wire.json(200, good);

  it('gets a token with a refresh token, in the form and nowhere else', async () => {
    const { server, client } = await start(fine);
    const { endpoint, seen } = openWindow();
    const answer = await endpoint.refresh(client, REFRESH);
    assert.deepEqual(answer, { accessToken: good.access_token, expiresInMs: 3_599_000 });
    const [request, ...more] = server.requests;
    assert.equal(more.length, 0);
    assert.equal(request?.target, '/token');
    assert.deepEqual(Object.fromEntries(new URLSearchParams(request.body)), {
      grant_type: 'refresh_token',
      refresh_token: REFRESH,
      client_id: client.id,
      client_secret: client.secret,
    });
    assert.deepEqual(leaks(request.headers, [REFRESH, client.secret]), []);
    assert.deepEqual([...seen].sort(), [client.secret, REFRESH, good.access_token].sort());
  });

  it('redeems a code with its verifier', async () => {
    const { server, client } = await start(fine);
    const redemption = {
      code: 'a-code',
      verifier: 'a-verifier',
      redirectUri: 'http://127.0.0.1:1/',
    };
    await openWindow().endpoint.exchange(client, redemption);
    assert.deepEqual(Object.fromEntries(new URLSearchParams(server.requests[0]?.body)), {
      grant_type: 'authorization_code',
      code: 'a-code',
      code_verifier: 'a-verifier',
      redirect_uri: 'http://127.0.0.1:1/',
      client_id: client.id,
      client_secret: client.secret,
    });
  });

  for (const [what, fault] of [
    ['a 503', (wire: Parameters<Script>[1]) => wire.answer(503, '')],
    ['a 500 with an OAuth error', (wire) => wire.json(500, { error: 'invalid_grant' })],
    ['a page', page(200)],
    ['a reset', (wire) => wire.reset()],
    [
      'a cut answer',
      (wire) => wire.raw('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{').then(() => wire.fin()),
    ],
    ['an answer without a token', (wire) => wire.json(200, { token_type: 'Bearer' })],
    ['a token that no header can carry', (wire) => wire.json(200, { access_token: 'a\r\nb: c' })],
  ] as [string, (wire: Parameters<Script>[1]) => unknown][]) {
    it(`is asked again after ${what}`, async () => {
      const { server, client } = await start(fault, fault, fine);
      const { endpoint } = openWindow(undefined, new EagerClock(), systemClock);
      const { accessToken } = await endpoint.refresh(client, REFRESH);
      assert.equal(accessToken, good.access_token);
      assert.equal(server.requests.length, 3);
    });

    it(`is asked three times in all while there is ${what}, and nobody is signed out`, async () => {
      const { server, client } = await start(fault);
      const { endpoint } = openWindow(undefined, new EagerClock(), systemClock);
      const error = await failure(endpoint.refresh(client, REFRESH));
      assert.equal(error.reason, 'tokenServer');
      assert.match(
        error.hint ?? '',
        /You’re still signed in\. Check the http\.proxy setting, or sign in/,
      );
      assert.equal(server.requests.length, 3);
      assert.deepEqual(leaks(error, [REFRESH, client.secret]), []);
    });
  }

  for (const [code, status, reason, hint] of [
    ['invalid_grant', 400, 'signedOut', /7 days/],
    ['invalid_client', 401, 'badClient', /import its file again/],
    ['admin_policy_enforced', 400, 'policy', /administrator/],
    ['invalid_scope', 400, 'invalidScope', /other scopes/],
    [`x ${REFRESH}`, 400, 'signInFailed', /Sign in again\./],
  ] as const) {
    it(`is believed at once when it says ${code.slice(0, 20)}`, async () => {
      const { server, client } = await start((wire) =>
        wire.json(status, { error: code, error_description: REFRESH }),
      );
      const error = await failure(openWindow().endpoint.refresh(client, REFRESH));
      assert.equal(error.reason, reason);
      assert.match(error.hint ?? '', hint);
      assert.equal(server.requests.length, 1);
      assert.deepEqual(leaks(error, [REFRESH, client.secret]), []);
    });
  }

  it('needs nothing of the environment, whatever proxy or debug log that asks for', async () => {
    const { client } = await start(fine);
    const before = { ...process.env };
    process.env.HTTPS_PROXY = process.env.HTTP_PROXY = process.env.https_proxy = 'not an address';
    try {
      await openWindow().endpoint.refresh(client, REFRESH);
    } finally {
      for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy']) {
        if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = before[name];
      }
    }
  });
});

describe('answer with tokens', () => {
  const idToken = (claims: object) =>
    `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;

  it('names the account where it has an id token for this client', () => {
    const email = 'ada@example.com';
    const read = (claims: object) =>
      parseTokenResponse({ ...good, id_token: idToken(claims) }, 'a-client')?.email;
    assert.equal(read({ aud: 'a-client', email }), email);
    assert.equal(read({ aud: 'another', email }), undefined);
    assert.equal(read({ aud: 'a-client', email: 'a\n@b' }), undefined);
    assert.equal(
      parseTokenResponse({ ...good, id_token: 'nonsense' }, 'a-client')?.email,
      undefined,
    );
  });
});
