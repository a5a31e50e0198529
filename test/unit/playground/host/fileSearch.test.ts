import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json';
import type { PlaygroundSettings } from '../../../../src/conversation/model/conversation';
import { REMOTE } from '../../conversation/fakeServices';
import { openPanel } from '../../conversation/panelWorld';
import { World } from '../../conversation/world';

const [TIDES, WINDS] = ['fileSearchStores/tides-1', 'fileSearchStores/winds-2'] as const;
const STORES = [
  { name: TIDES, displayName: 'Tides' },
  { name: WINDS, displayName: 'Winds' },
];

const searching = (tool: JsonObject): PlaygroundSettings => ({
  requests: { chat: { tools: [{ fileSearch: tool }] } },
});

describe('searching in files', () => {
  let world: World;

  beforeEach(() => {
    world = new World();
  });

  it('is in the stores that are chosen among those of the connection', async () => {
    const settings = searching({ fileSearchStoreNames: [TIDES], topK: 3 });
    const session = await world.open({ settings });
    const panel = openPanel(world, session);
    world.store.pages[REMOTE.id] = [STORES];
    const both = [TIDES, WINDS];
    for (const answer of ['Tides\nWinds', undefined]) {
      world.prompts.answer(answer);
      await panel.call('pickStores', undefined);
      assert.deepEqual(
        session.conversation.settings,
        searching({ fileSearchStoreNames: both, topK: 3 }),
      );
    }
    world.prompts.answer('');
    await panel.call('pickStores', undefined);
    assert.equal(session.conversation.settings.requests?.chat?.tools, undefined);
  });

  it('is told with the names of the stores, as people know them once these are listed', async () => {
    const settings = searching({ fileSearchStoreNames: [TIDES, WINDS] });
    const session = await world.open({ settings });
    assert.deepEqual(session.state.stores, [
      { name: TIDES, title: 'tides-1' },
      { name: WINDS, title: 'winds-2' },
    ]);
    world.store.pages[REMOTE.id] = [STORES];
    world.store.invalidate();
    await world.store.list({
      connection: REMOTE.id,
      version: 'v1beta',
      kind: 'fileSearchStore',
      name: '',
      collection: true,
    });
    session.change((head) => ({ ...head, settings: searching({ fileSearchStoreNames: [TIDES] }) }));
    assert.deepEqual(session.state.stores, [{ name: TIDES, title: 'Tides' }]);
    session.change((head) => ({ ...head, settings: searching({ topK: 3 }) }));
    assert.equal(session.state.stores, undefined);
  });
});
