import assert from 'node:assert/strict';
import { removeConnection } from '../../../src/auth/removeConnection';
import { client, local, REFRESH, setUpManaging, work } from './managing';
import { ENDPOINT, gateway, mine } from './setup';

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

  it('says beforehand which other sign-ins end with it', async () => {
    const other = { ...work, id: 'eeee5555', name: 'Work 2' };
    const apart = { ...work, id: 'ffff6666', name: 'Apart' };
    const { auth, prompts, signIn } = setUpManaging({ connections: [work, other, apart] });
    await signIn(work.id);
    await signIn(other.id);
    await signIn(apart.id, ENDPOINT, 'another-client');
    prompts.answer(undefined);
    await removeConnection(auth, { connection: work.id });
    assert.match(
      prompts.asked[0]?.text ?? '',
      /This also ends the account’s other sign-ins with this client: “Work 2”\.$/,
    );
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

  for (const [connection, text] of [
    [local, /The application default credentials on this machine won’t be changed\./],
    [gateway, /The connection has no stored credential\./],
  ] as const) {
    it(`says what is deleted: ${connection.auth}`, async () => {
      const { auth, prompts, connections } = setUpManaging({ connections: [connection] });
      prompts.answer('Remove');
      await removeConnection(auth, { connection: connection.id });
      assert.match(prompts.asked[0]?.text ?? '', text);
      assert.deepEqual(connections.users, []);
    });
  }

  it('asks which one where its target is gone, the active one first', async () => {
    const { auth, prompts } = setUpManaging({
      connections: [mine, gateway],
      activeConnection: gateway.id,
    });
    prompts.answer(undefined);
    await removeConnection(auth, { connection: 'gone0000' });
    assert.deepEqual(
      prompts.asked[0]?.items?.map(({ label, active }) => [label, active]),
      [
        ['Mine', false],
        ['Gateway', true],
      ],
    );
  });
});
