import assert from 'node:assert/strict';
import { credentialNeed } from '../../../src/api/credentialNeed';
import { SCOPE_PREFIX } from '../../../src/api/operations/scopes';
import { closedOperations } from '../../../src/auth/closedOperations';
import type { SignIns } from '../../../src/auth/oauth/signIns';
import { EMULATOR_ID, type AuthKind } from '../../../src/service/connection';
import { ENDPOINT } from './setup';

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
  const ask = closedOperations({ load: () => Promise.resolve(signIns) });
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

  it('without a sign-in are all that need one', async () => {
    const { reasons } = await closedTo('oauth');
    const closed = 'needsSignIn';
    assert.deepEqual(reasons, { ...open, models: closed, tuned: closed, corpora: closed });
  });

  it('are unknown of gateways, default credentials and the emulator', async () => {
    for (const auth of ['none', 'adc'] as const) {
      assert.deepEqual((await closedTo(auth)).reasons, open);
    }
    assert.deepEqual((await closedTo('apiKey', undefined, EMULATOR_ID)).reasons, open);
  });
});
