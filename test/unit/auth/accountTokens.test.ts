import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { HttpAnswer } from '../../../src/api/http';
import { AppError } from '../../../src/base/errors';
import { failure } from '../api/harness';
import { ENDPOINT } from './setup';
import { CLOUD, EMAIL, TUNING, entry, home, ids, setUpAccounts, work } from './accountRig';

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
    const answer = (scope: string): HttpAnswer => ({
      ...{ status: 200, headers: {} },
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

    it('fail with what the sign-in failed with', async () => {
      const { provider, flow } = setUpAccounts();
      flow.run = () => Promise.reject(new AppError('accessDenied', 'Denied.'));
      await assert.rejects(provider.createSession([CLOUD]), { reason: 'accessDenied' });
    });
  });
});
