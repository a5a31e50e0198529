import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type * as vscode from 'vscode';
import type { Http, HttpAnswer } from '../../../src/api/http';
import { AccountProvider } from '../../../src/auth/accountProvider';
import { ConnectionList } from '../../../src/auth/connectionList';
import { LazySignIns } from '../../../src/auth/lazySignIns';
import { AppError } from '../../../src/base/errors';
import type { Connection } from '../../../src/service/connection';
import { EagerClock } from '../../fakes/eagerClock';
import { FakeConnectionSettings } from '../../fakes/connectionSettings';
import { english } from '../../fakes/l10n';
import { FakeLog } from '../../fakes/log';
import { FakeMemento } from '../../fakes/memento';
import { FakePrompts } from '../../fakes/prompts';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { settle } from '../../fakes/settle';
import { FakeSystem } from '../../fakes/system';
import { failure } from '../api/harness';
import { clientAt } from './oauth/rig';
import { ENDPOINT, mine } from './setup';

const CLOUD = 'https://www.googleapis.com/auth/cloud-platform';
const TUNING = 'https://www.googleapis.com/auth/generative-language.tuning';
const EMAIL = 'https://www.googleapis.com/auth/userinfo.email';

const work: Connection = { id: 'work0001', name: 'Work', endpoint: ENDPOINT, auth: 'oauth' };
const home: Connection = { ...work, id: 'home0001', name: 'Home' };

type Changes = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

const entry = (change: object = {}): string =>
  JSON.stringify({
    ...{ version: 1, revision: 1, session: 's', origin: ENDPOINT, refreshToken: 'canary-refresh' },
    ...{ client: clientAt('https://auth.example'), asked: [CLOUD], granted: [CLOUD, EMAIL] },
    ...{ signedInAt: 0, email: 'ann@example.com' },
    ...change,
  });

function setUp({
  users = [work],
  signedIn = { [work.id]: entry() },
  toldNone = false,
}: {
  readonly users?: readonly Connection[];
  readonly signedIn?: { readonly [id: string]: string };
  readonly toldNone?: boolean;
} = {}) {
  const secrets = new FakeSecretStorage();
  for (const [id, text] of Object.entries(signedIn)) secrets.stored.set(`oauth.${id}`, text);
  const sent: string[] = [];
  const answers: { next: () => HttpAnswer } = {
    next: () => ({
      status: 200,
      headers: {},
      text: JSON.stringify({ access_token: `canary-access-${sent.length}`, expires_in: 3600 }),
    }),
  };
  const http: Http = {
    send: async ({ name }) => {
      sent.push(name);
      return answers.next();
    },
  };
  let loads = 0;
  const failures: unknown[] = [];
  const signIns = new LazySignIns(
    {
      ...{ secrets, http, clock: new EagerClock(), l10n: english, onSecret: () => undefined },
      onStorageFailed: (error) => failures.push(error),
    },
    (error) => failures.push(error),
  );
  const settings = new FakeConnectionSettings({ connections: users });
  const connections = new ConnectionList({
    ...{ settings, windowState: new FakeMemento(), l10n: english },
    onDidChangeCredential: signIns.onDidChange,
    onProblems: (problems) => failures.push(problems),
  });
  const asked: unknown[] = [];
  const flow: { run: () => Promise<Connection | undefined> } = { run: async () => undefined };
  const prompts = new FakePrompts();
  const log = new FakeLog();
  const provider = new AccountProvider(
    {
      ...{ connections, prompts, log, system: new FakeSystem(), l10n: english },
      signIns: () => {
        loads += 1;
        return signIns.load();
      },
      newSession: (scopes, account) => {
        asked.push([scopes, account]);
        return flow.run();
      },
    },
    toldNone,
  );
  const told: Changes[] = [];
  provider.onDidChangeSessions((changes) => told.push(changes));
  /** What was told since the last look: ids with the label of their account. */
  const changes = async (): Promise<unknown> => {
    await settle();
    const names = (list: readonly vscode.AuthenticationSession[] | undefined) =>
      (list ?? []).map(({ id, account }) => `${id} ${account.label}`);
    return told
      .splice(0)
      .map(({ added, removed, changed }) => [names(added), names(removed), names(changed)]);
  };
  return {
    ...{ provider, secrets, settings, connections, signIns, sent, answers, prompts, log, told },
    ...{ changes, asked, flow, failures },
    get loads() {
      return loads;
    },
  };
}

const ids = (sessions: readonly { readonly id: string }[]) => sessions.map(({ id }) => id);

describe('accounts in VS Code', () => {
  it('are listed by connection and e-mail, with what was granted, and no token or request', async () => {
    const { provider, sent } = setUp({
      users: [mine, work, home],
      signedIn: { [work.id]: entry(), [home.id]: entry({ email: undefined }) },
    });
    const sessions = await provider.getSessions(undefined);
    const common = { accessToken: '', scopes: [CLOUD, EMAIL] };
    assert.deepEqual(sessions, [
      { ...common, id: work.id, account: { id: 'ann@example.com', label: 'ann@example.com' } },
      { ...common, id: home.id, account: { id: 'Home', label: 'Home' } },
    ]);
    assert.deepEqual(sent, []);
    assert.doesNotMatch(inspect(sessions, { depth: 9 }), /canary/);
  });

  it('are loaded only where a connection has accounts', async () => {
    const rig = setUp({ users: [mine], signedIn: {} });
    assert.deepEqual(await rig.provider.getSessions(undefined), []);
    assert.equal(rig.loads, 0);
  });

  it('are not those of connections that are gone, or have a key by now', async () => {
    const { provider } = setUp({
      users: [{ ...work, auth: 'apiKey' }],
      signedIn: { [work.id]: entry(), [home.id]: entry() },
    });
    assert.deepEqual(await provider.getSessions(undefined), []);
  });

  it('open with a valid token for scopes that were all granted, which are asked for once', async () => {
    const { provider, sent } = setUp({
      users: [work, home],
      signedIn: { [work.id]: entry(), [home.id]: entry({ granted: [TUNING] }) },
    });
    const [session, ...others] = await provider.getSessions([CLOUD]);
    assert.deepEqual(others, []);
    assert.equal(session?.id, work.id);
    assert.match(session.accessToken, /^canary-access-/);
    assert.deepEqual(session.scopes, [CLOUD]);
    await provider.getSessions([CLOUD]);
    assert.deepEqual(sent, ['oauth.token']);
    assert.deepEqual(await provider.getSessions([CLOUD, TUNING]), []);
    assert.deepEqual(ids(await provider.getSessions(['email'])), [work.id]);
  });

  it('are those of one account where that is asked for', async () => {
    const { provider } = setUp({
      users: [work, home],
      signedIn: { [work.id]: entry(), [home.id]: entry({ email: 'bob@example.com' }) },
    });
    const account = { id: 'bob@example.com', label: 'bob@example.com' };
    assert.deepEqual(ids(await provider.getSessions(undefined, { account })), [home.id]);
    assert.deepEqual(ids(await provider.getSessions([CLOUD], { account })), [home.id]);
  });

  it('open nothing once the endpoint of the connection was changed, and are still listed', async () => {
    const moved = { ...work, endpoint: 'https://evil.example' };
    const { provider, sent } = setUp({ users: [moved] });
    assert.deepEqual(await provider.getSessions([CLOUD]), []);
    assert.deepEqual(sent, []);
    assert.deepEqual(ids(await provider.getSessions(undefined)), [work.id]);
  });

  it('count as none where the sign-in ended, and fail where that can’t be known', async () => {
    const answering = (code: string) => {
      const { provider, answers } = setUp();
      answers.next = () => ({ status: 400, headers: {}, text: JSON.stringify({ error: code }) });
      return provider.getSessions([CLOUD]);
    };
    assert.deepEqual(await answering('invalid_grant'), []);
    await assert.rejects(answering('invalid_client'), { reason: 'badClient' });
  });

  it('are told when they begin and end, here or in another window, and not when they only refresh', async () => {
    const { provider, secrets, changes, signIns } = setUp({ users: [work, home] });
    await provider.getSessions(undefined);
    secrets.changeElsewhere(`oauth.${home.id}`, entry({ email: 'bob@example.com' }));
    assert.deepEqual(await changes(), [[[`${home.id} bob@example.com`], [], []]]);
    secrets.changeElsewhere(`oauth.${work.id}`, entry({ revision: 2, refreshToken: 'rotated' }));
    await provider.getSessions([CLOUD]);
    assert.deepEqual(await changes(), []);
    secrets.changeElsewhere(`oauth.${work.id}`, entry({ session: 't', granted: [CLOUD] }));
    assert.deepEqual(await changes(), [[[], [], [`${work.id} ann@example.com`]]]);
    secrets.changeElsewhere(`oauth.${work.id}`, entry({ session: 'u', email: 'cid@example.com' }));
    const swapped = [[`${work.id} cid@example.com`], [`${work.id} ann@example.com`], []];
    assert.deepEqual(await changes(), [swapped]);
    await (await signIns.load()).accounts.signOut(home.id);
    assert.deepEqual(await changes(), [[[], [`${home.id} bob@example.com`], []]]);
  });

  it('are told to be gone with their connection, and stay on the list for another one of them', async () => {
    const { provider, settings, changes } = setUp({
      users: [work, home],
      signedIn: { [work.id]: entry(), [home.id]: entry() },
    });
    await provider.getSessions(undefined);
    await settings.write('connections', [home]);
    // VS Code drops the account with the first of its sessions.
    const gone = [`${work.id} ann@example.com`];
    assert.deepEqual(await changes(), [[[], gone, [`${home.id} ann@example.com`]]]);
  });

  it('are told without tokens, and all of them where VS Code was told of none before', async () => {
    const { provider, told, changes } = setUp({ toldNone: true });
    provider.update();
    assert.deepEqual(await changes(), [[[`${work.id} ann@example.com`], [], []]]);
    await provider.getSessions([CLOUD]);
    provider.update();
    assert.deepEqual(await changes(), []);
    assert.doesNotMatch(inspect(told, { depth: 9 }), /canary/);
  });

  it('are signed out without another question, here and at the server', async () => {
    const { provider, secrets, sent, prompts, changes } = setUp();
    await provider.getSessions(undefined);
    await provider.removeSession(work.id);
    assert.equal(secrets.stored.size, 0);
    assert.deepEqual(sent, ['oauth.revoke']);
    assert.deepEqual(await changes(), [[[], [`${work.id} ann@example.com`], []]]);
    assert.deepEqual(
      prompts.asked.map(({ kind, text }) => [kind, text]),
      [['notify', 'Signed out ann@example.com.']],
    );
    await provider.removeSession(work.id);
    assert.deepEqual(sent, ['oauth.revoke']);
  });

  it('are signed out here where the server can’t be told, which is said', async () => {
    const { provider, secrets, prompts, answers } = setUp();
    answers.next = () => ({ status: 503, headers: {}, text: '' });
    await provider.removeSession(work.id);
    assert.equal(secrets.stored.size, 0);
    assert.match(prompts.asked[0]?.text ?? '', /server could not be told/);
  });

  describe('for another extension', () => {
    it('are created with its scopes, told so that its request goes off the menu', async () => {
      const rig = setUp({ signedIn: {} });
      const { provider, secrets, flow, told } = rig;
      await provider.getSessions(undefined);
      flow.run = async () => {
        secrets.changeElsewhere(`oauth.${work.id}`, entry());
        return work;
      };
      const account = { id: 'ann@example.com', label: 'ann@example.com' };
      const session = await provider.createSession(['email', CLOUD], { account });
      assert.deepEqual(rig.asked, [[[EMAIL, CLOUD], 'ann@example.com']]);
      assert.match(session.accessToken, /^canary-access-/);
      assert.deepEqual([session.id, session.scopes], [work.id, ['email', CLOUD]]);
      const added = told.flatMap((changes) => changes.added ?? []);
      assert.ok(added.some(({ scopes }) => scopes.join() === ['email', CLOUD].join()));
      assert.doesNotMatch(inspect(told, { depth: 9 }), /canary/);
    });

    it('are not created where the user gives up, or grants less', async () => {
      const { provider, flow } = setUp();
      assert.equal((await failure(provider.createSession([CLOUD]))).name, 'CancelledError');
      flow.run = async () => work;
      await assert.rejects(provider.createSession([TUNING]), { reason: 'missingScopes' });
    });

    it('fail with what the sign-in failed with', async () => {
      const { provider, flow } = setUp();
      flow.run = () => Promise.reject(new AppError('accessDenied', 'Denied.'));
      await assert.rejects(provider.createSession([CLOUD]), { reason: 'accessDenied' });
    });
  });
});
