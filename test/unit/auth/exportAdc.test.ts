import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdcEnvironment } from '../../../src/auth/adc';
import { exportCredentials } from '../../../src/auth/exportAdc';
import { GOOGLE, type OAuthClient } from '../../../src/auth/oauthClient';
import { createSignIns } from '../../../src/auth/oauthAccounts';
import { systemClock } from '../../../src/base/clock';
import { leaks } from '../../fakes/canary';
import { FakeSystem } from '../../fakes/system';
import { failure } from '../api/harness';
import { clientAt } from './oauthRig';
import { ENDPOINT, mine, setUpFlow, works } from './setup';
import { folderForEach } from '../../fakes/folder';

const SECRET = 'canary-secret-0123456789';
const REFRESH = 'canary-refresh-0123456789';
const client: OAuthClient = {
  id: 'a-client',
  secret: SECRET,
  authUri: GOOGLE.authorize,
  tokenUri: GOOGLE.token,
};
const work = { id: 'cccc3333', name: 'Work', endpoint: ENDPOINT, auth: 'oauth' } as const;
const home = { ...work, id: 'dddd4444', name: 'Home', project: 'my-project' } as const;

describe('exporting a sign-in', () => {
  const folder = folderForEach();

  const standard = (): string =>
    join(folder(), '.config', 'gcloud', 'application_default_credentials.json');

  /** Connections of which those with an account are signed in as it. */
  async function setUp(
    connections: readonly { readonly id: string }[],
    accounts: { readonly [id: string]: string },
    {
      env = {},
      through = client,
    }: { readonly env?: AdcEnvironment['env']; readonly through?: OAuthClient } = {},
  ) {
    const { flow, prompts, connections: list } = setUpFlow(works, { connections });
    const signIns = createSignIns({
      secrets: flow.secrets,
      http: { send: () => Promise.reject(new Error('Nothing is to be sent.')) },
      clock: systemClock,
      onSecret: () => undefined,
      onStorageFailed: (error) => assert.fail(String(error)),
      surroundings: () => ({ platform: 'linux', env, home: folder() }),
    });
    const signIn = (id: string, refreshToken = `${REFRESH}-${id}`): Promise<unknown> =>
      signIns.accounts.save(id, ENDPOINT, through, {
        tokens: { accessToken: 'a', refreshToken, expiresInMs: 1 },
        asked: [],
        granted: [],
        missing: [],
        isOtherAccount: false,
        ...(accounts[id] ? { email: accounts[id] } : {}),
      });
    for (const id of Object.keys(accounts)) await signIn(id);
    const system = new FakeSystem();
    const deps = { ...flow, system, signIns: async () => signIns };
    return { deps, prompts, list, system, signIn, signIns };
  }

  it('writes the sign-in of the target in the standard form, after a question', async () => {
    const { deps, prompts } = await setUp([mine, work, home], {
      [work.id]: 'me@work.example',
      [home.id]: 'me@home.example',
    });
    prompts.answer('Write File');
    await exportCredentials(deps, { connection: home.id });
    assert.deepEqual(JSON.parse(await readFile(standard(), 'utf8')), {
      type: 'authorized_user',
      client_id: 'a-client',
      client_secret: SECRET,
      refresh_token: `${REFRESH}-${home.id}`,
      quota_project_id: 'my-project',
      universe_domain: 'googleapis.com',
    });
    assert.equal((await stat(standard())).mode & 0o777, 0o600);
    const [question, told, ...more] = prompts.asked;
    assert.ok(question && told);
    assert.equal(question.kind, 'confirm');
    assert.match(question.text, /me@home\.example/);
    assert.ok(question.text.includes(standard()));
    assert.match(question.text, /Any app you run on this machine can then act as this account/);
    assert.doesNotMatch(question.text, /already|extension runs|GOOGLE_APPLICATION/);
    assert.ok(told.text.includes(standard()));
    assert.deepEqual(told.choices, []);
    assert.deepEqual(more, []);
    assert.deepEqual(leaks(prompts.asked, [SECRET, REFRESH]), []);
  });

  it('writes nothing where the user does not want it', async () => {
    const { deps, prompts } = await setUp([work], { [work.id]: '' });
    prompts.answer(undefined);
    await exportCredentials(deps, undefined);
    assert.deepEqual(await readdir(folder()), []);
    assert.equal(prompts.asked.length, 1);
  });

  it('refuses a sign-in that was not made at Google', async () => {
    const { deps, prompts } = await setUp(
      [work],
      { [work.id]: '' },
      { through: clientAt('http://127.0.0.1:1') },
    );
    const error = await failure(exportCredentials(deps, { connection: work.id }));
    assert.equal(error.reason, 'otherSignInServer');
    assert.match(error.message, /127\.0\.0\.1:1/);
    assert.deepEqual(prompts.asked, []);
    assert.deepEqual(await readdir(folder()), []);
    assert.deepEqual(leaks(error, [REFRESH, 'canary-client-secret-0123456789']), []);
  });
});
