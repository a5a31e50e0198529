import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { HttpResponse } from '../../../src/api/transport';
import { failure } from '../api/harness';
import { CLOUD, EMAIL, entry, home, ids, setUpAccounts, TUNING, work } from './accountRig';
import { ENDPOINT, mine } from './setup';

describe('accounts in VS Code', () => {
  it('are listed by connection and e-mail, with what was granted, and no token or request', async () => {
    const { provider, sent } = setUpAccounts({
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

  it('are not those of connections that are gone, or have a key by now', async () => {
    const { provider } = setUpAccounts({
      users: [{ ...work, auth: 'apiKey' }],
      signedIn: { [work.id]: entry(), [home.id]: entry() },
    });
    assert.deepEqual(await provider.getSessions(undefined), []);
  });

  it('open nothing once the endpoint of the connection was changed, and are still listed', async () => {
    const moved = { ...work, endpoint: 'https://evil.example' };
    const { provider, sent } = setUpAccounts({ users: [moved] });
    assert.deepEqual(await provider.getSessions([CLOUD]), []);
    assert.deepEqual(sent, []);
    assert.deepEqual(ids(await provider.getSessions(undefined)), [work.id]);
  });

  it('count as none where the sign-in ended, and fail where that can’t be known', async () => {
    const answering = (code: string) => {
      const { provider, answers } = setUpAccounts();
      answers.next = () => ({ status: 400, headers: {}, text: JSON.stringify({ error: code }) });
      return provider.getSessions([CLOUD]);
    };
    assert.deepEqual(await answering('invalid_grant'), []);
    await assert.rejects(answering('invalid_client'), { reason: 'badClient' });
  });

  it('are signed out without another question, here and at the server', async () => {
    const { provider, secrets, sent, prompts, changes } = setUpAccounts();
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
    const { provider, secrets, prompts, answers } = setUpAccounts();
    answers.next = () => ({ status: 503, headers: {}, text: '' });
    await provider.removeSession(work.id);
    assert.equal(secrets.stored.size, 0);
    assert.match(prompts.asked[0]?.text ?? '', /Couldn’t revoke access on the sign-in server:/);
  });
});

describe('tokens of accounts for other extensions', () => {
  it('open with a valid token for scopes that were all granted, which are asked for once', async () => {
    const { provider, sent } = setUpAccounts({
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

  it('open no more than what was asked for, with a token of their own', async () => {
    const { provider, scopesSent, signIns } = setUpAccounts();
    const [email] = await provider.getSessions(['email']);
    const [again] = await provider.getSessions([EMAIL, 'email']);
    const [cloud] = await provider.getSessions([CLOUD]);
    assert.equal(email?.accessToken, again?.accessToken);
    assert.notEqual(email?.accessToken, cloud?.accessToken);
    const ours = await (await signIns.load()).accounts.credential(work.id, ENDPOINT);
    assert.ok(ours.kind === 'bearer');
    assert.notEqual(ours.token, cloud?.accessToken);
    assert.deepEqual(scopesSent, [EMAIL, CLOUD, undefined]);
  });

  it('open nothing where nothing was asked for', async () => {
    const { provider, sent, asked } = setUpAccounts();
    for (const scopes of [[], [' ']]) {
      assert.deepEqual(await provider.getSessions(scopes), []);
      await assert.rejects(provider.createSession(scopes), { reason: 'noScopes' });
    }
    assert.deepEqual([sent, asked], [[], []]);
  });

  it('open nothing where the server gives more than was asked for', async () => {
    const { provider, answers } = setUpAccounts();
    const answer = (scope: string): HttpResponse => ({
      status: 200,
      headers: {},
      text: JSON.stringify({ access_token: 'canary-access', expires_in: 3600, scope }),
    });
    answers.next = () => answer(`${EMAIL} ${CLOUD}`);
    await assert.rejects(provider.getSessions(['email']), { reason: 'tooManyScopes' });
    answers.next = () => answer(`openid ${EMAIL}`);
    assert.deepEqual(ids(await provider.getSessions(['email'])), [work.id]);
  });

  describe('for another extension', () => {
    it('are created with its scopes, told so that its request goes off the menu', async () => {
      const rig = setUpAccounts({ signedIn: {} });
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
      const { provider, flow } = setUpAccounts();
      assert.equal((await failure(provider.createSession([CLOUD]))).name, 'CancelledError');
      flow.run = async () => work;
      await assert.rejects(provider.createSession([TUNING]), { reason: 'missingScopes' });
    });
  });
});
