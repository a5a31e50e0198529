import assert from 'node:assert/strict';
import { FakeClock } from '../../fakes/clock';
import {
  AUTH,
  EMAIL,
  PREFIX,
  VERIFIER,
  as,
  askToken,
  clientOf,
  consent,
  redeem,
  refresh,
  refusal,
  signIn,
  submit,
  tokensOf,
} from './signIn';
import { ask, control, useEmulator } from './wire';

const MINUTE = 60_000;
const models = '/v1beta/models';

describe('emulator: revocation, tokeninfo and the edges of sign-in', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });

  for (const which of ['access_token', 'refresh_token'] as const) {
    it(`revokes a grant by its ${which}, and no other`, async () => {
      const tokens = await signIn(emulator());
      const other = await signIn(emulator());
      const answer = await submit(emulator(), '/revoke', { token: tokens[which] });
      assert.equal(answer.status, 200);
      assert.deepEqual(JSON.parse(answer.text), {});
      assert.equal((await ask(emulator(), models, as(tokens))).status, 401);
      assert.equal(refusal(await refresh(emulator(), tokens.refresh_token)), '400 invalid_grant');
      const again = await submit(emulator(), '/revoke', { token: tokens[which] });
      assert.equal(refusal(again), '400 invalid_token');
      assert.equal((await ask(emulator(), models, as(other))).status, 200);
    });
  }

  it('revokes a token of the query without a body, as the service’s own libraries ask', async () => {
    const { access_token } = await signIn(emulator());
    const path = `/revoke?token=${access_token}`;
    const answer = await ask(emulator(), path, { method: 'POST', anonymous: true });
    assert.equal(answer.status, 200, answer.text);
    const none = await ask(emulator(), '/revoke', { method: 'POST', anonymous: true });
    assert.equal(refusal(none), '400 invalid_request');
  });

  it('tells what an access token is, and whose where that was granted', async () => {
    const { access_token } = await signIn(emulator(), { user: 'ada@example.com' });
    const path = '/tokeninfo';
    const info = await ask(emulator(), path, as({ access_token }));
    const { client_id } = clientOf(emulator());
    assert.deepEqual(JSON.parse(info.text), {
      azp: client_id,
      aud: client_id,
      scope: `${PREFIX} ${PREFIX}.tuning`,
      exp: `${Math.floor((clock.now() + 60 * MINUTE) / 1000)}`,
      expires_in: '3600',
      access_type: 'offline',
    });
    const scope = `${PREFIX} openid email`;
    const named = await signIn(emulator(), { user: 'ada@example.com', scope });
    assert.equal(named.scope, `${PREFIX} openid ${EMAIL}`);
    // The emulator signs no identity tokens.
    assert.equal('id_token' in named, false);
    const query = `${path}?access_token=${named.access_token}`;
    const { email, email_verified } = JSON.parse(
      (await ask(emulator(), query, { anonymous: true })).text,
    ) as { readonly [name: string]: unknown };
    assert.deepEqual(
      { email, email_verified },
      { email: 'ada@example.com', email_verified: 'true' },
    );
    const wrong = await ask(emulator(), path, as({ access_token: 'wrong' }));
    assert.equal(refusal(wrong), '400 invalid_token');
    assert.equal(refusal(await ask(emulator(), path, { anonymous: true })), '400 invalid_request');
  });

  it('fails on demand, as often as it is told to, and keeps the code', async () => {
    const code = await consent(emulator());
    const fail = (body: object): Promise<unknown> =>
      control(emulator(), 'POST', 'faults', { operation: 'oauth.token', ...body });
    await fail({ kind: 'status', status: 503, count: 2 });
    await fail({ kind: 'html', status: 200 });
    // What meets every operation leaves signing in alone.
    await control(emulator(), 'POST', 'faults', { kind: 'status', status: 500 });
    assert.equal((await redeem(emulator(), code)).status, 503);
    assert.equal((await redeem(emulator(), code)).status, 503);
    const page = await redeem(emulator(), code);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    tokensOf(await redeem(emulator(), code));
    assert.equal((await ask(emulator(), models)).status, 500);
    await fail({ kind: 'reset' });
    await assert.rejects(redeem(emulator(), code));
    const wrong = { kind: 'reset', operation: 'oauth.other' };
    await assert.rejects(control(emulator(), 'POST', 'faults', wrong), /oauth\.token/);
  });

  it('refuses other verbs', async () => {
    for (const [method, path] of [
      ['GET', '/token'],
      ['GET', '/revoke'],
      ['DELETE', AUTH],
      ['OPTIONS', '/token'],
      ['GET', '/tokeninfo/'],
    ] as const) {
      const { status } = await ask(emulator(), path, { method });
      assert.equal(status, path === '/tokeninfo/' ? 404 : 405, `${method} ${path}`);
    }
  });

  it('refuses a form that is too long', async () => {
    const answer = await askToken(emulator(), { grant_type: 'x'.repeat(100_000) });
    assert.equal(answer.status, 400);
  });

  it('keeps nothing secret of signing in in its log', async () => {
    await control(emulator(), 'DELETE', 'log');
    const state = 'a-state-that-nobody-should-see';
    const code = await consent(emulator(), { state });
    const tokens = tokensOf(await redeem(emulator(), code));
    await refresh(emulator(), tokens.refresh_token);
    await ask(emulator(), `/tokeninfo?access_token=${tokens.access_token}`);
    await ask(emulator(), `/v1beta/${tokens.access_token}`);
    await submit(emulator(), '/revoke', { token: tokens.refresh_token });
    const log = JSON.stringify(await control(emulator(), 'GET', 'log'));
    assert.match(log, /grant_type=authorization_code/);
    assert.match(log, /decision=allow/);
    const { client_secret } = clientOf(emulator());
    const secrets = [
      code,
      tokens.access_token,
      tokens.refresh_token!,
      client_secret,
      state,
      VERIFIER,
    ];
    for (const secret of secrets) assert.ok(!log.includes(secret), secret.slice(0, 16));
    assert.doesNotMatch(log, /emulator-(access|refresh|code|secret|ticket)-/);
  });
});
