import assert from 'node:assert/strict';
import { editConnection } from '../../../src/auth/editConnection';
import { client, REFRESH, setUpManaging, work } from './managing';
import { ENDPOINT, mine } from './setup';

describe('changing the credential of a connection', () => {
  it('from a key to an account: signs in first, then deletes the key', async () => {
    const { auth, prompts, settings, vault, signIns, steps, wishes } = setUpManaging({
      connections: [mine],
    });
    await vault.write(mine.id, { origin: ENDPOINT, key: 'k' });
    let keyAtSignIn: unknown;
    const signInTo: typeof steps.signInTo = async (...args) => {
      keyAtSignIn = await vault.read(mine.id);
      return await steps.signInTo(...args);
    };
    prompts.answer('Authentication', 'Account', 'Change', 'my-project', undefined);
    await editConnection(auth, { connection: mine.id }, { ...steps, signInTo });
    assert.match(
      prompts.asked[2]?.text ?? '',
      /Its API key will be deleted from VS Code secret storage\./,
    );
    assert.deepEqual(wishes, [{ name: 'Mine', endpoint: ENDPOINT, auth: 'oauth', client }]);
    assert.deepEqual(settings.read('connections'), [
      { ...mine, auth: 'oauth', project: 'my-project' },
    ]);
    assert.deepEqual(keyAtSignIn, { origin: ENDPOINT, key: 'k' });
    assert.equal(await vault.read(mine.id), undefined);
    assert.notEqual(await signIns.accounts.find(mine.id), undefined);
  });

  it('from an account to a key: keeps the key first, then signs out and deletes the client', async () => {
    const { auth, prompts, settings, vault, signIn, signIns, secrets, sent } = setUpManaging({
      connections: [work],
    });
    await signIn(work.id);
    await signIns.clients.write(work.id, { client });
    prompts.answer('Authentication', 'API key', 'Change', 'AIza-good', undefined);
    await editConnection(auth, { connection: work.id });
    assert.deepEqual(settings.read('connections'), [{ ...work, auth: 'apiKey' }]);
    assert.deepEqual(await vault.read(work.id), { origin: ENDPOINT, key: 'AIza-good' });
    assert.deepEqual([...secrets.stored.keys()], [`apiKey.${work.id}`]);
    assert.deepEqual(
      sent.map(({ form }) => form?.get('token')),
      [`${REFRESH}-${work.id}`],
    );
  });

  it('to none: deletes the key after the question, and not before', async () => {
    for (const [answer, kind, left] of [
      [undefined, 'apiKey', 1],
      ['Change', 'none', 0],
    ] as const) {
      const { auth, prompts, connections, vault, secrets } = setUpManaging({
        connections: [mine],
      });
      await vault.write(mine.id, { origin: ENDPOINT, key: 'k' });
      prompts.answer('Authentication', 'No authentication', answer, undefined);
      await editConnection(auth, { connection: mine.id });
      assert.equal(connections.users[0]?.auth, kind);
      assert.equal(secrets.stored.size, left);
    }
  });

  for (const end of ['no file', 'dismissed', 'fails', 'read-only'] as const) {
    it(`leaves the key, and nothing of an account, where the sign-in ends so: ${end}`, async () => {
      const { auth, prompts, connections, settings, vault, secrets, steps, ends } = setUpManaging({
        connections: [{ ...mine, project: 'p' }],
      });
      await vault.write(mine.id, { origin: ENDPOINT, key: 'k' });
      if (end === 'no file') ends.client = undefined;
      if (end === 'dismissed') ends.signIn = 'dismissed';
      if (end === 'fails') ends.signIn = new Error('it fails');
      if (end === 'read-only') settings.failure = new Error('settings: read-only, it fails');
      prompts.answer('Authentication', 'Account', 'Change', undefined);
      const edited = editConnection(auth, { connection: mine.id }, steps);
      if (end === 'fails' || end === 'read-only') await assert.rejects(edited, /it fails/);
      else await edited;
      assert.deepEqual(connections.users, [{ ...mine, project: 'p' }]);
      assert.deepEqual([...secrets.stored.keys()], [`apiKey.${mine.id}`]);
    });
  }
});
