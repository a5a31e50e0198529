import assert from 'node:assert/strict';
import { manageConnections, switchConnection, useEmulator } from '../../../src/auth/connectionMenu';
import type { PickItem } from '../../../src/platform/prompts';
import type { Emulator, EmulatorState } from '../../../src/service/emulator';
import { setUpManaging, work } from './managing';
import { gateway, mine, works } from './setup';

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
  const deps = setUpManaging({ connections });
  return { ...deps, menu: { ...deps.auth, emulator } };
}

describe('connection menu', () => {
  const HERE = 'This window';

  it('switches this window, and leaves the default of others', async () => {
    const { menu, prompts, connections, settings } = setUpMenu([mine, gateway]);
    prompts.answer('Gateway', HERE);
    await switchConnection(menu);
    assert.deepEqual(prompts.asked[0]?.choices, ['Mine', 'Gateway', 'Built-in Emulator']);
    assert.equal(connections.active?.id, 'bbbb2222');
    assert.equal(settings.read('activeConnection'), undefined);
  });

  it('has buttons to edit, diagnose and remove on each row, and only the second on the emulator’s', async () => {
    const { menu, prompts } = setUpMenu([mine, gateway]);
    prompts.answer(undefined);
    await manageConnections(menu);
    const [, second, emulator] = prompts.asked[0]?.items ?? [];
    const target = { connection: gateway.id };
    assert.deepEqual([second?.buttons?.length, emulator?.buttons?.length], [3, 1]);
    menu.prompts.pick = (_options, items) =>
      Promise.resolve(items).then((rows) => rows[1]?.buttons?.[2]?.value);
    assert.deepEqual(await manageConnections(menu), { command: 'removeConnection', target });
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

  const shown = ({ icon, label, description }: PickItem<unknown>) =>
    `${icon ?? ''} ${label}: ${description ?? ''}`;

  it('shows connections with their host and what signs their requests', async () => {
    const { menu, prompts, signIn } = setUpMenu([
      mine,
      gateway,
      work,
      { ...work, id: 'eeee5555', name: 'Out' },
    ]);
    await signIn(work.id);
    prompts.answer(undefined);
    await manageConnections(menu);
    const items = prompts.asked[0]?.items ?? [];
    const host = 'generativelanguage.googleapis.com';
    assert.deepEqual(items.slice(0, 4).map(shown), [
      `key Mine: ${host} · API key · this window · new windows`,
      'plug Gateway: gateway.example:8443 · no authentication',
      `account Work: ${host} · me@example.com`,
      `account Out: ${host} · not signed in`,
    ]);
  });
});
