import assert from 'node:assert/strict';
import {
  manageConnections,
  removeConnection,
  switchConnection,
  useEmulator,
} from '../../../src/auth/connectionMenu';
import type { Emulator, EmulatorState } from '../../../src/service/emulator';
import { ENDPOINT, gateway, mine, setUpFlow, works } from './setup';

function fakeEmulator(
  start: () => Promise<unknown> = works,
  state: EmulatorState = { status: 'stopped' },
): Emulator {
  return {
    state,
    start: start as Emulator['start'],
    stop: works,
    onDidChangeState: () => ({ dispose: () => undefined }),
  };
}

function setUpMenu(connections: readonly unknown[], emulator = fakeEmulator()) {
  const parts = setUpFlow(works, { connections });
  return { ...parts, menu: { ...parts.flow, emulator } };
}

describe('connection menu', () => {
  it('removes a connection with its key, after a question', async () => {
    const { menu, prompts, vault, secrets, connections } = setUpMenu([mine]);
    await vault.write(mine.id, { origin: ENDPOINT, key: 'k' });
    prompts.answer('Mine', undefined, 'Mine', 'Remove');
    await removeConnection(menu);
    assert.equal(connections.users.length, 1);
    await removeConnection(menu);
    assert.deepEqual(connections.users, []);
    assert.equal(secrets.stored.size, 0);
  });

  it('removes a connection whose key cannot be deleted only after another question', async () => {
    const { menu, prompts, secrets, connections } = setUpMenu([mine]);
    secrets.failure = new Error('no keyring');
    prompts.answer('Mine', 'Remove', undefined, 'Mine', 'Remove', 'Remove Anyway');
    await removeConnection(menu);
    assert.equal(connections.users.length, 1);
    assert.match(prompts.asked.at(-1)?.text ?? '', /could not be deleted/);
    await removeConnection(menu);
    assert.deepEqual(connections.users, []);
  });

  it('says so where there is nothing to remove', async () => {
    const { menu, prompts } = setUpMenu([]);
    await removeConnection(menu);
    assert.deepEqual(
      prompts.asked.map(({ kind }) => kind),
      ['notify'],
    );
  });

  it('switches this window, and leaves the default of others', async () => {
    const { menu, prompts, connections, settings } = setUpMenu([mine, gateway]);
    prompts.answer('Gateway');
    await switchConnection(menu);
    assert.deepEqual(prompts.asked[0]?.choices, ['Mine', 'Gateway', 'Built-in Emulator']);
    assert.equal(connections.active?.id, 'bbbb2222');
    assert.equal(settings.read('activeConnection'), undefined);
  });

  it('uses the emulator only once it runs', async () => {
    const { menu, connections, settings } = setUpMenu([]);
    const broken = fakeEmulator(() => Promise.reject(new Error('no port')));
    await assert.rejects(useEmulator({ ...menu, emulator: broken }), /no port/);
    assert.deepEqual([settings.read('activeConnection')], [undefined]);
    await useEmulator(menu);
    assert.equal(connections.active?.id, 'emulator');
    assert.equal(settings.read('activeConnection'), 'emulator');
  });

  it('starts no emulator that runs, and keeps the default of somebody with keys', async () => {
    const running = fakeEmulator(() => Promise.reject(new Error('started twice')), {
      status: 'running',
      port: 1,
    });
    const { menu, prompts, connections, settings, titles } = setUpMenu([mine], running);
    prompts.answer('Built-in Emulator');
    await switchConnection(menu);
    assert.equal(connections.active?.id, 'emulator');
    assert.equal(settings.read('activeConnection'), undefined);
    assert.deepEqual(titles, []);
  });

  it('offers the commands around connections', async () => {
    const { menu, prompts } = setUpMenu([mine]);
    prompts.answer('Add API Key…', undefined);
    assert.equal(await manageConnections(menu), 'addApiKey');
    assert.equal(await manageConnections(menu), undefined);
    assert.deepEqual(prompts.asked[0]?.choices, [
      'Mine',
      'Built-in Emulator',
      'Add API Key…',
      'Add API Key for Another Endpoint…',
      'Remove Connection…',
      'Show Log',
    ]);
  });
});
