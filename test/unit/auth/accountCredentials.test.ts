import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { credentialNeed } from '../../../src/api/credentialNeed';
import type { Http } from '../../../src/api/transport';
import { CLOUD_PLATFORM } from '../../../src/api/operations/row';
import { ConnectionCredentials } from '../../../src/auth/connectionCredentials';
import { formatAdc, wellKnownAdcPath } from '../../../src/auth/adc';
import { createSignIns } from '../../../src/auth/oauthAccounts';
import { lazy } from '../../../src/base/async';
import { AppError } from '../../../src/base/errors';
import type { Connection } from '../../../src/service/connection';
import { adcOriginsOf } from '../../fakes/adcOrigins';
import { leaks } from '../../fakes/canary';
import { FakeClock } from '../../fakes/clock';
import { FakePrompts } from '../../fakes/prompts';
import { failure } from '../api/harness';
import { clientAt, ID } from './oauthRig';
import { ENDPOINT, setUp } from './setup';
import { folderForAll } from '../../fakes/folder';

const REFRESH = 'canary-refresh-0123456789';
const TUNING = 'https://www.googleapis.com/auth/generative-language.tuning';
const mine: Connection = { id: ID, name: 'Mine', endpoint: ENDPOINT, auth: 'oauth' };
const moved: Connection = { ...mine, endpoint: 'https://evil.example' };
const corpora = credentialNeed({ operation: 'corpora.list' });
const tuned = credentialNeed({ operation: 'tunedModels.list' });

/** Gives out `token-1`, `token-2` and so on, until its caller leaves where it does not answer. */
function tokenServer(answers = true): Http & { count: number } {
  return {
    count: 0,
    async send(_request, signal) {
      this.count += 1;
      if (!answers) {
        await new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('Left.')));
        });
      }
      const text = JSON.stringify({ access_token: `token-${this.count}`, expires_in: 3600 });
      return { status: 200, headers: {}, text };
    },
  };
}

describe('the credentials of an account', () => {
  const home = folderForAll();

  function start({
    granted = [CLOUD_PLATFORM],
    answers = [],
    http = tokenServer(),
  }: {
    readonly granted?: readonly string[] | undefined;
    readonly answers?: readonly (string | undefined)[];
    readonly http?: Http;
  } = {}) {
    const deps = setUp({ connections: [mine] });
    const prompts = new FakePrompts(...answers);
    const stored = {
      version: 1,
      revision: 1,
      session: 's',
      origin: ENDPOINT,
      refreshToken: REFRESH,
      client: clientAt('https://auth.example'),
      asked: granted,
      granted,
      signedInAt: 0,
    };
    deps.secrets.stored.set(`oauth.${ID}`, JSON.stringify(stored));
    const surroundings = () => ({ platform: 'linux', env: {}, home: home() }) as const;
    const signIns = lazy(async () =>
      createSignIns({
        secrets: deps.secrets,
        http,
        clock: new FakeClock(),
        surroundings,
        onSecret: () => undefined,
        onStorageFailed: () => undefined,
      }),
    );
    const credentials = new ConnectionCredentials({
      vault: deps.vault,
      signIns,
      prompts,
      adcOrigins: adcOriginsOf(prompts),
      onDidChange: deps.vault.onDidChange,
    });
    return { ...deps, prompts, credentials, signIns };
  }

  it('are its access token, with the project of the connection', async () => {
    const { credentials, prompts } = start();
    const { kind, token, project } = bearer(await credentials.get(mine, corpora));
    assert.deepEqual([kind, token, project], ['bearer', 'token-1', undefined]);
    const charged = await credentials.get({ ...mine, project: 'my-project' }, corpora);
    assert.equal(bearer(charged).project, 'my-project');
    assert.deepEqual(prompts.asked, []);
  });

  it('ask for the scopes that an operation lacks, and say for which connection', async () => {
    const http = tokenServer();
    const { credentials } = start({ granted: [TUNING, 'openid'], http });
    bearer(await credentials.get(mine, tuned));
    const asked = http.count;
    const error = await failure(credentials.get(mine, corpora));
    assert.ok(error instanceof AppError);
    assert.equal(error.reason, 'missingScopes');
    assert.match(error.message, /“Mine”/);
    assert.deepEqual(error.subject, { connection: ID, scopes: corpora.scopes });
    assert.ok(corpora.scopes.includes(CLOUD_PLATFORM));
    // Nothing was sent for that.
    assert.equal(http.count, asked);
    assert.equal(
      (await failure(start({ granted: [] }).credentials.get(mine, tuned))).reason,
      'missingScopes',
    );
  });

  it('go to another origin only after one question that names its host', async () => {
    const { credentials, prompts, secrets } = start({ answers: ['Send to evil.example'] });
    const all = await Promise.all([1, 2, 3].map(() => credentials.get(moved, corpora)));
    assert.deepEqual(
      all.map((one) => bearer(one).token),
      ['token-1', 'token-1', 'token-1'],
    );
    assert.equal(prompts.asked.length, 1);
    assert.match(
      prompts.asked[0]?.text ?? '',
      /evil\.example.*generativelanguage\.googleapis\.com/s,
    );
    assert.match(secrets.stored.get(`oauth.${ID}`) ?? '', /"https:\/\/evil\.example"/);
  });

  it('stay here when the question is dismissed, which is asked once', async () => {
    const http = tokenServer();
    const { credentials, prompts } = start({ answers: [undefined], http });
    for (const result of await Promise.allSettled(
      [1, 2, 3].map(() => credentials.get(moved, corpora)),
    )) {
      assert.ok(result.status === 'rejected' && result.reason instanceof AppError);
      assert.equal(result.reason.reason, 'signInForOtherOrigin');
      assert.deepEqual(leaks(result.reason, [REFRESH]), []);
    }
    await assert.rejects(credentials.get(moved, corpora), { reason: 'signInForOtherOrigin' });
    assert.deepEqual([prompts.asked.length, http.count], [1, 0]);
  });

  it('are the application default ones of this machine where the connection says so', async () => {
    const adc: Connection = { ...mine, auth: 'adc' };
    const { credentials, prompts } = start({ answers: [undefined] });
    assert.equal((await failure(credentials.get(adc, corpora))).reason, 'noAdc');
    const path = wellKnownAdcPath({ platform: 'linux', env: {}, home: home() });
    await mkdir(dirname(path), { recursive: true });
    const client = clientAt('https://auth.example');
    const file = formatAdc({ client, refreshToken: REFRESH, quotaProject: 'theirs' });
    await writeFile(path, file);
    const theirs = bearer(await credentials.get(adc, corpora));
    assert.deepEqual([theirs.token, theirs.project], ['token-1', 'theirs']);
    const ours = bearer(await credentials.get({ ...adc, project: 'ours' }, corpora));
    assert.deepEqual([ours.token, ours.project], ['token-1', 'ours']);
    assert.equal(prompts.asked.length, 0);
    const elsewhere = { ...adc, endpoint: 'https://evil.example' };
    await assert.rejects(credentials.get(elsewhere, corpora), { reason: 'signInForOtherOrigin' });
    assert.match(prompts.asked[0]?.text ?? '', /evil\.example/);
  });
});

function bearer(credential: Awaited<ReturnType<ConnectionCredentials['get']>>) {
  assert.ok(credential.kind === 'bearer');
  return credential;
}
