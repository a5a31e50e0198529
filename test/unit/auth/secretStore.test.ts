import assert from 'node:assert/strict';
import { ClientStore, type NewSignIn, TokenStore } from '../../../src/auth/secretStore';
import { leaks } from '../../fakes/canary';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { failure } from '../api/harness';
import { clientAt, ID, ORIGIN } from './oauthRig';

const client = clientAt('https://id.example');
const TOKEN = 'canary-refresh-0123456789';
const signIn: NewSignIn = {
  session: 'one',
  client,
  origin: ORIGIN,
  email: 'ada@example.com',
  refreshToken: TOKEN,
  asked: ['a', 'b'],
  granted: ['a'],
  signedInAt: 1000,
  endsAt: 2000,
};

function setUp(secrets = new FakeSecretStorage()) {
  const seen: string[] = [];
  const changes: string[] = [];
  const failures: unknown[] = [];
  const deps = { secrets, onSecret: (secret: string) => void seen.push(secret) };
  const store = new TokenStore(deps);
  store.onDidChange((id) => changes.push(id));
  store.onDidFail((error) => failures.push(error));
  return { secrets, seen, changes, failures, store, deps };
}

describe('stored sign-ins', () => {
  it('are one entry each, with a version and a revision', async () => {
    const { secrets, store, seen, changes } = setUp();
    await store.save(ID, signIn);
    assert.deepEqual([...secrets.stored.keys()], [`oauth.${ID}`]);
    assert.deepEqual(await store.read(ID), { ...signIn, version: 1, revision: 1 });
    await store.save(ID, { ...signIn, session: 'two' });
    assert.equal((await store.read(ID))?.revision, 2);
    assert.deepEqual(await store.ids(), [ID]);
    assert.deepEqual(changes, [ID, ID]);
    assert.ok(seen.includes(TOKEN) && seen.includes(client.secret));
  });

  it('are none where the entry is damaged, or of a later release', async () => {
    const { secrets, store } = setUp();
    const whole = { ...signIn, version: 1, revision: 1 };
    for (const text of [
      'nonsense',
      '[]',
      JSON.stringify({ ...whole, version: 2 }),
      JSON.stringify({ ...whole, client: { id: 'x' } }),
      JSON.stringify({ ...whole, client: { ...client, tokenUri: 'x' } }),
      JSON.stringify({ ...whole, refreshToken: 7 }),
    ]) {
      secrets.stored.set(`oauth.${ID}`, text);
      assert.equal(await store.read(ID), undefined, text);
    }
    await store.save(ID, signIn);
    assert.equal((await store.read(ID))?.revision, 1);
  });

  it('take a new token only in the place of the one it came from', async () => {
    const { store } = setUp();
    await store.save(ID, signIn);
    const first = await store.read(ID);
    assert.ok(first);
    await store.replace(ID, first, 'second');
    await store.replace(ID, first, 'late');
    const second = await store.read(ID);
    assert.equal(second?.refreshToken, 'second');
    assert.equal(second.revision, 2);
    await store.save(ID, { ...signIn, session: 'two', refreshToken: 'second' });
    await store.replace(ID, second, 'late');
    assert.equal(await store.deleteIf(ID, second), undefined);
    const current = await store.read(ID);
    assert.ok(current);
    await store.replace(ID, current, 'third');
    // What is there by now has to be revoked.
    assert.equal((await store.deleteIf(ID, current))?.refreshToken, 'third');
    await store.replace(ID, current, 'late');
    assert.equal(await store.update(ID, { origin: 'https://x.example' }), false);
    assert.equal(await store.read(ID), undefined);
  });

  it('stay in memory where the storage fails, which is told, and nowhere else', async () => {
    const { secrets, store, failures, changes } = setUp();
    secrets.failure = new Error('No keyring.');
    const error = await failure(store.read(ID));
    assert.equal(error.reason, 'secretStorage');
    await store.save(ID, signIn);
    assert.deepEqual(failures, [secrets.failure]);
    assert.deepEqual(changes, [ID]);
    const held = await store.read(ID);
    assert.equal(held?.refreshToken, TOKEN);
    await store.replace(ID, held, 'second');
    assert.equal((await store.read(ID))?.refreshToken, 'second');
    assert.deepEqual(await store.ids(), [ID]);
    assert.equal(secrets.stored.size, 0);
    const deletion = await failure(store.deleteIf(ID, held));
    assert.equal(deletion.reason, 'secretStorage');
    assert.deepEqual(leaks([error, deletion], [TOKEN]), []);
    assert.equal((await failure(store.ids())).reason, 'secretStorage');
  });
});

describe('stored clients', () => {
  it('stay with the scopes that worked', async () => {
    const { deps, secrets } = setUp();
    const clients = new ClientStore(deps);
    assert.equal(await clients.read(ID), undefined);
    await clients.write(ID, { client });
    assert.deepEqual(await clients.read(ID), { client });
    await clients.write(ID, { client, scopes: ['a'] });
    assert.deepEqual(await clients.read(ID), { client, scopes: ['a'] });
    assert.deepEqual([...secrets.stored.keys()], [`oauthClient.${ID}`]);
    await clients.delete(ID);
    assert.equal(await clients.read(ID), undefined);
    clients.dispose();
  });
});
