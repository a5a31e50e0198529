import assert from 'node:assert/strict';
import { FakeClock } from '../../../fakes/clock';
import { ask, control, errorOf, useEmulator } from '../wire';
import {
  as,
  clientOf,
  consent,
  EMAIL,
  PREFIX,
  redeem,
  refresh,
  refusal,
  signIn,
  submit,
  tokensOf,
  VERIFIER,
} from './signIn';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const models = '/v1beta/models';

describe('emulator: tokens', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });

  it('gives tokens for a code, which open the service and tell what they are', async () => {
    const tokens = await signIn(emulator());
    const { access_token: _access, refresh_token: _refresh, ...rest } = tokens;
    assert.deepEqual(rest, {
      ...{ token_type: 'Bearer', scope: `${PREFIX} ${PREFIX}.tuning` },
      ...{ expires_in: 3599, refresh_token_expires_in: 7 * 24 * 3600 },
    });
    assert.equal((await ask(emulator(), models, as(tokens))).status, 200);
  });

  it('gives no refresh token to who wants to go on only while the user is there', async () => {
    const tokens = await signIn(emulator(), { access_type: 'online' });
    assert.equal(tokens.refresh_token, undefined);
  });

  it('redeems a code once, and takes back what it gave when it comes again', async () => {
    const code = await consent(emulator());
    const tokens = tokensOf(await redeem(emulator(), code));
    assert.equal(refusal(await redeem(emulator(), code)), '400 invalid_grant');
    assert.equal((await ask(emulator(), models, as(tokens))).status, 401);
    assert.equal(refusal(await refresh(emulator(), tokens.refresh_token)), '400 invalid_grant');
  });

  for (const [what, changes, expected] of [
    ['no verifier', { code_verifier: undefined }, '400 invalid_grant'],
    ['another verifier', { code_verifier: `${VERIFIER}x` }, '400 invalid_grant'],
    [
      'another address',
      { redirect_uri: 'http://127.0.0.1:50124/callback' },
      '400 redirect_uri_mismatch',
    ],
    ['another client', { client_id: 'emulator-client-other' }, '401 invalid_client'],
    ['another secret', { client_secret: 'wrong' }, '401 invalid_client'],
    ['a real code', { code: `4/0${'A'.repeat(40)}` }, '400 invalid_request'],
    ['the password grant', { grant_type: 'password' }, '400 unsupported_grant_type'],
    ['no grant type', { grant_type: undefined }, '400 invalid_request'],
  ] as const) {
    it(`refuses ${what}, and the code stays good`, async () => {
      const code = await consent(emulator());
      assert.equal(refusal(await redeem(emulator(), code, changes)), expected);
      tokensOf(await redeem(emulator(), code));
    });
  }

  it('refreshes with the same refresh token again and again, until the seventh day is over', async () => {
    const { refresh_token, ...first } = await signIn(emulator());
    clock.advance(DAY);
    const second = tokensOf(await refresh(emulator(), refresh_token));
    assert.notEqual(second.access_token, first.access_token);
    assert.equal(second.refresh_token, undefined);
    assert.equal(second.refresh_token_expires_in, 6 * 24 * 3600);
    clock.advance(6 * DAY - 1);
    tokensOf(await refresh(emulator(), refresh_token));
    clock.advance(1);
    const late = await refresh(emulator(), refresh_token);
    assert.equal(refusal(late), '400 invalid_grant');
    assert.match(late.text, /expired or revoked/);
  });

  it('refreshes without an end once the client is no longer in testing', async () => {
    await control(emulator(), 'POST', 'sign-in', { testing: false });
    const { refresh_token, refresh_token_expires_in } = await signIn(emulator());
    await control(emulator(), 'POST', 'sign-in', { testing: true });
    assert.equal(refresh_token_expires_in, undefined);
    clock.advance(100 * DAY);
    const later = tokensOf(await refresh(emulator(), refresh_token));
    assert.equal(later.refresh_token_expires_in, undefined);
  });

  it('replaces refresh tokens when it is told to, and refuses the old ones', async () => {
    await control(emulator(), 'POST', 'sign-in', { rotate: true });
    const { refresh_token: first } = await signIn(emulator());
    const { refresh_token: second } = tokensOf(await refresh(emulator(), first));
    assert.ok(second);
    assert.notEqual(second, first);
    assert.equal(refusal(await refresh(emulator(), first)), '400 invalid_grant');
    const { refresh_token: third } = tokensOf(await refresh(emulator(), second));
    await control(emulator(), 'POST', 'sign-in', { rotate: false });
    assert.equal(tokensOf(await refresh(emulator(), third)).refresh_token, undefined);
  });

  it('refreshes for fewer scopes, not for others', async () => {
    const { refresh_token } = await signIn(emulator());
    const fewer = tokensOf(await refresh(emulator(), refresh_token, { scope: `${PREFIX}.tuning` }));
    assert.equal(fewer.scope, `${PREFIX}.tuning`);
    assert.equal((await ask(emulator(), '/v1beta/corpora', as(fewer))).status, 403);
    const more = await refresh(emulator(), refresh_token, { scope: `${PREFIX}.retriever` });
    assert.equal(refusal(more), '400 invalid_scope');
  });

  it('lets access tokens end after an hour, and says so', async () => {
    const tokens = await signIn(emulator());
    clock.advance(60 * MINUTE - 1);
    assert.equal((await ask(emulator(), models, as(tokens))).status, 200);
    clock.advance(1);
    const answer = await ask(emulator(), models, as(tokens));
    assert.equal(answer.status, 401);
    assert.equal(errorOf(answer).details?.[0]?.reason, 'ACCESS_TOKEN_EXPIRED');
    assert.match(String(answer.headers['www-authenticate']), /error="invalid_token"/);
  });

  it('lets tokens end at once when it is told to', async () => {
    const tokens = await signIn(emulator());
    await control(emulator(), 'POST', 'expire-tokens', {});
    assert.equal((await ask(emulator(), models, as(tokens))).status, 401);
    const fresh = tokensOf(await refresh(emulator(), tokens.refresh_token));
    assert.equal((await ask(emulator(), models, as(fresh))).status, 200);
    await control(emulator(), 'POST', 'expire-tokens', { grants: true });
    assert.equal((await ask(emulator(), models, as(fresh))).status, 401);
    assert.equal(refusal(await refresh(emulator(), tokens.refresh_token)), '400 invalid_grant');
    // That of the start is for scripts, and has no end.
    const standing = { access_token: emulator().accessToken };
    assert.equal((await ask(emulator(), models, as(standing))).status, 200);
  });
});

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
