import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startEmulator } from '../../../../src/emulator/server';
import { FakeClock } from '../../../fakes/clock';
import { ask, control, errorOf, useEmulator } from '../wire';
import {
  as,
  AUTH,
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
      token_type: 'Bearer',
      scope: `${PREFIX} ${PREFIX}.tuning`,
      expires_in: 3599,
      refresh_token_expires_in: 7 * 24 * 3600,
    });
    assert.equal((await ask(emulator(), models, as(tokens))).status, 200);
  });

  it('redeems a code once, and takes back what it gave when it comes again', async () => {
    const code = await consent(emulator());
    const tokens = tokensOf(await redeem(emulator(), code));
    assert.equal(refusal(await redeem(emulator(), code)), '400 invalid_grant');
    assert.equal((await ask(emulator(), models, as(tokens))).status, 401);
    assert.equal(refusal(await refresh(emulator(), tokens.refresh_token)), '400 invalid_grant');
  });

  for (const [what, changes, expected] of [
    ['another verifier', { code_verifier: `${VERIFIER}x` }, '400 invalid_grant'],
    [
      'another address',
      { redirect_uri: 'http://127.0.0.1:50124/callback' },
      '400 redirect_uri_mismatch',
    ],
    ['another secret', { client_secret: 'wrong' }, '401 invalid_client'],
    ['a real code', { code: `4/0${'A'.repeat(40)}` }, '400 invalid_request'],
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

describe('emulator: the client file', () => {
  it('names the emulator’s own addresses, for nobody else to read, and goes with it', async () => {
    const emulator = await startEmulator();
    const { clientSecretFile, baseUrl } = emulator;
    try {
      const { client_id, client_secret, ...rest } = clientOf(emulator);
      assert.match(client_id, /^emulator-client-/);
      assert.match(client_secret, /^emulator-secret-/);
      assert.deepEqual(rest, {
        project_id: 'emulator-project',
        auth_uri: `${baseUrl}${AUTH}`,
        token_uri: `${baseUrl}/token`,
        redirect_uris: ['http://localhost'],
      });
      if (process.platform !== 'win32') {
        assert.equal(statSync(clientSecretFile).mode & 0o777, 0o600);
        assert.equal(statSync(join(clientSecretFile, '..')).mode & 0o777, 0o700);
      }
    } finally {
      await emulator.close();
    }
    assert.equal(existsSync(join(clientSecretFile, '..')), false);
  });
});
