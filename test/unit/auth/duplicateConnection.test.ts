import assert from 'node:assert/strict';
import type { AccountSteps } from '../../../src/auth/accountSteps';
import { duplicateConnection } from '../../../src/auth/duplicateConnection';
import { client, setUpManaging, work } from './managing';
import { ENDPOINT, gateway, mine } from './setup';

describe('duplicating a connection', () => {
  it('copies all fields under a new id and a free name, and uses the copy', async () => {
    const full = {
      ...gateway,
      name: 'Gateway 2',
      uploadEndpoint: 'https://up.example',
      apiVersion: 'v1',
      project: 'p',
    } as const;
    const { auth, prompts, connections, settings, loads } = setUpManaging({
      connections: [mine, full],
      activeConnection: mine.id,
    });
    prompts.answer('Copy');
    await duplicateConnection(auth, { connection: full.id });
    assert.equal(prompts.asked[0]?.value, 'Gateway 3');
    assert.deepEqual(connections.users, [mine, full, { ...full, id: 'new00001', name: 'Copy' }]);
    assert.equal(connections.active?.id, 'new00001');
    assert.equal(settings.read('activeConnection'), mine.id);
    assert.equal(loads.count, 0);
  });

  it('copies a key for the origin that it was entered for, and no other', async () => {
    const moved = { ...mine, endpoint: 'https://moved.example' };
    const { auth, prompts, connections, vault } = setUpManaging({ connections: [moved] });
    await vault.write(mine.id, { origin: ENDPOINT, key: 'k' });
    prompts.answer('Mine 2');
    await duplicateConnection(auth, undefined);
    assert.deepEqual(await vault.read('new00001'), { origin: ENDPOINT, key: 'k' });
    assert.deepEqual(await vault.read(mine.id), { origin: ENDPOINT, key: 'k' });
    assert.equal(connections.active?.endpoint, 'https://moved.example');
  });

  for (const answer of [undefined, 'Sign In…']) {
    it(`copies the OAuth client but not the sign-in, and offers one: ${String(answer)}`, async () => {
      const { auth, prompts, connections, signIn, signIns, steps } = setUpManaging({
        connections: [work],
      });
      await signIn(work.id);
      await signIns.clients.write(work.id, { client, scopes: ['s'] });
      const wishes: unknown[] = [];
      const signInTo: AccountSteps['signInTo'] = async (_parts, connection, wish) => {
        wishes.push([connection, wish]);
        return await signIns.accounts.find(connection.id);
      };
      prompts.answer('Work 2', answer);
      await duplicateConnection(auth, { connection: work.id }, { ...steps, signInTo });
      assert.equal(await signIns.accounts.find('new00001'), undefined);
      const copy = { ...work, id: 'new00001', name: 'Work 2' };
      assert.deepEqual(connections.active, copy);
      assert.deepEqual(await signIns.clients.read('new00001'), { client, scopes: ['s'] });
      assert.deepEqual(wishes, answer === undefined ? [] : [[copy, undefined]]);
      assert.notEqual(await signIns.accounts.find(work.id), undefined);
    });
  }

  it('leaves nothing behind where the copy cannot be written', async () => {
    for (const connection of [mine, work]) {
      const { auth, prompts, settings, secrets, vault, signIns } = setUpManaging({
        connections: [connection],
      });
      await vault.write(mine.id, { origin: ENDPOINT, key: 'k' });
      await signIns.clients.write(work.id, { client });
      settings.failure = new Error('settings are read-only');
      prompts.answer('Copy');
      await assert.rejects(duplicateConnection(auth, { connection: connection.id }), /read-only/);
      assert.deepEqual(
        [...secrets.stored.keys()].filter((name) => name.includes('new00001')),
        [],
      );
    }
  });

  it('changes nothing where the name is dismissed', async () => {
    const { auth, prompts, connections } = setUpManaging({ connections: [mine] });
    prompts.answer(undefined);
    await duplicateConnection(auth, { connection: mine.id });
    assert.deepEqual(connections.users, [mine]);
  });
});
