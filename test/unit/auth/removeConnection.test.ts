import assert from 'node:assert/strict';
import { removeConnection } from '../../../src/auth/removeConnection';
import { client, REFRESH, setUpManaging, work } from './managing';
import { ENDPOINT, mine } from './setup';

describe('removing a connection', () => {
  it('takes its key and headers of servers with it, after a question', async () => {
    const { auth, prompts, vault, secrets, connections, loads } = setUpManaging({
      connections: [mine],
    });
    await vault.write(mine.id, { origin: ENDPOINT, key: 'k' });
    await auth.serverHeaders.save(mine.id, 'https://tools.example/mcp', { 'X-Key': 'h' });
    prompts.answer(undefined, 'Remove');
    await removeConnection(auth);
    assert.deepEqual([connections.users.length, secrets.stored.size], [1, 2]);
    assert.equal(loads.count, 0);
    await removeConnection(auth);
    assert.deepEqual([connections.users, secrets.stored.size], [[], 0]);
    assert.match(prompts.asked.at(-1)?.text ?? '', /^Remove the connection “Mine”\? Its API key/);
  });

  it('ends its sign-in, also at the server, and takes the OAuth client with it', async () => {
    const { auth, prompts, signIn, signIns, secrets, connections, sent, titles } = setUpManaging({
      connections: [work, mine],
    });
    await signIn(work.id);
    await signIns.clients.write(work.id, { client });
    prompts.answer('Remove');
    await removeConnection(auth, { connection: work.id });
    assert.deepEqual([connections.users, [...secrets.stored.keys()]], [[mine], []]);
    const [question, ...others] = prompts.asked;
    assert.deepEqual(others, []);
    assert.match(
      question?.text ?? '',
      /Its OAuth client will be deleted from VS Code secret storage\./s,
    );
    assert.doesNotMatch(question?.text ?? '', /API key|other sign-ins/);
    assert.deepEqual(
      sent.map(({ name, form }) => [name, form?.get('token')]),
      [['oauth.revoke', `${REFRESH}-${work.id}`]],
    );
    assert.deepEqual(titles, ['Signing out of “Work”…']);
  });

  for (const connection of [mine, work]) {
    it(`asks again where secrets cannot be deleted: ${connection.auth}`, async () => {
      const { auth, prompts, secrets, connections } = setUpManaging({ connections: [connection] });
      secrets.failure = new Error('no keyring');
      prompts.answer('Remove', undefined, 'Remove', 'Remove Anyway');
      await removeConnection(auth);
      assert.equal(connections.users.length, 1);
      assert.match(
        prompts.asked.at(-1)?.text ?? '',
        /Couldn’t delete the API key from this system’s secret storage\./,
      );
      await removeConnection(auth);
      assert.deepEqual(connections.users, []);
    });
  }
});
