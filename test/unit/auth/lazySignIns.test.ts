import assert from 'node:assert/strict';
import { credentialNeed } from '../../../src/api/credentialNeed';
import { SCOPE_PREFIX } from '../../../src/api/operations/row';
import { blockedOperations, LazySignIns } from '../../../src/auth/lazySignIns';
import type { SignIns } from '../../../src/auth/oauthAccounts';
import { type AuthKind } from '../../../src/service/connection';
import { FakeClock } from '../../fakes/clock';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { settled } from '../../fakes/settle';
import { clientAt, ID, ORIGIN } from './oauthRig';
import { ENDPOINT } from './setup';

const REFRESH = 'canary-refresh-0123456789';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

const stored = (change: object = {}): string =>
  JSON.stringify({
    version: 1,
    revision: 1,
    session: 's',
    origin: ORIGIN,
    refreshToken: REFRESH,
    client: clientAt('https://auth.example'),
    asked: [SCOPE],
    granted: [SCOPE],
    signedInAt: 0,
    ...change,
  });

describe('sign-ins on first use', () => {
  it('change when one begins, ends, gets other scopes or goes to another origin', async () => {
    const secrets = new FakeSecretStorage();
    const deps = {
      secrets,
      clock: new FakeClock(),
      http: { send: () => assert.fail('Nothing was to be sent.') },
      onSecret: () => undefined,
      onStorageFailed: (error: unknown) => assert.fail(String(error)),
    };
    const signIns = new LazySignIns(deps, (error) => assert.fail(String(error)));
    const changes: string[] = [];
    signIns.onDidChange((id) => changes.push(id));
    await signIns.load();
    const name = `oauth.${ID}`;
    for (const text of [
      stored(),
      stored({ session: 'another' }),
      stored({ session: 'another', granted: [] }),
      stored({ session: 'another', granted: [], origin: 'https://elsewhere.example' }),
    ]) {
      changes.length = 0;
      await settled(secrets.changeElsewhere(name, text));
      assert.deepEqual(changes, [ID], text);
    }
    await settled(secrets.delete(name));
    assert.deepEqual(changes, [ID, ID]);
    signIns.dispose();
  });
});

const needs = {
  models: credentialNeed({ operation: 'models.list' }),
  tuned: credentialNeed({ operation: 'tunedModels.list' }),
  corpora: credentialNeed({ operation: 'corpora.list' }),
  discovery: credentialNeed({ operation: 'discovery' }),
};

/** Why each of the operations is closed to a connection; `granted` are the scopes of its account. */
async function closedTo(auth: AuthKind, granted?: readonly string[], id = 'aaaa1111') {
  const loads: string[] = [];
  const find = (account: string) => {
    loads.push(account);
    return Promise.resolve(granted && { granted });
  };
  const signIns = { accounts: { find } } as unknown as SignIns;
  const ask = blockedOperations({ load: () => Promise.resolve(signIns) });
  const reasonFor = await ask({ id, name: 'Mine', endpoint: ENDPOINT, auth });
  const reasons = Object.entries(needs).map(([name, need]) => [name, reasonFor(need)]);
  return { loads, reasons: Object.fromEntries(reasons) as { [name: string]: unknown } };
}

const open = { models: undefined, tuned: undefined, corpora: undefined, discovery: undefined };

describe('operations that a credential does not open', () => {
  it('with a key are those that take accounts only, and no account is looked for', async () => {
    const { reasons, loads } = await closedTo('apiKey');
    assert.deepEqual(reasons, { ...open, corpora: 'needsAccount' });
    assert.deepEqual(loads, []);
  });

  it('with an account are those that its scopes leave out', async () => {
    const { reasons, loads } = await closedTo('oauth', [`${SCOPE_PREFIX}.tuning`]);
    assert.deepEqual(reasons, { ...open, corpora: 'needsScopes' });
    assert.deepEqual(loads, ['aaaa1111']);
    const all = await closedTo('oauth', ['https://www.googleapis.com/auth/cloud-platform']);
    assert.deepEqual(all.reasons, open);
  });
});
