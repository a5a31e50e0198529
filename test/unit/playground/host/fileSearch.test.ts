import assert from 'node:assert/strict';
import { REMOTE } from './fakeServices';
import { openPanel } from './panelWorld';
import { World } from './world';

const STORES = [
  { name: 'fileSearchStores/tides-1', displayName: 'Tides' },
  { name: 'fileSearchStores/winds-2', displayName: 'Winds' },
];

const searching = (tool: object): object => ({
  requests: { chat: { tools: [{ fileSearch: tool }] } },
});

describe('searching in files', () => {
  let world: World;

  beforeEach(() => {
    world = new World();
  });

  it('is in the stores that are chosen among those of the connection', async () => {
    const settings = searching({ fileSearchStoreNames: [STORES[0]?.name], topK: 3 });
    const session = await world.open({ settings });
    const panel = openPanel(world, session);
    world.store.pages[REMOTE.id] = [STORES];
    const both = STORES.map(({ name }) => name);
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

  it('says where there is no store, and how one is made', async () => {
    const session = await world.open();
    world.store.pages[REMOTE.id] = [[]];
    const asked = openPanel(world, session).call('pickStores', undefined);
    await assert.rejects(asked, /no file search stores/);
  });

  it('is completed with the keys of the documents that are searched', async () => {
    const settings = searching({ fileSearchStoreNames: [STORES[0]?.name] });
    const session = await world.open({ settings });
    const panel = openPanel(world, session);
    world.store.pages[REMOTE.id] = [
      [
        { name: 'a', customMetadata: [{ key: 'year', numericValue: 1 }] },
        { name: 'b', customMetadata: [{ key: 'genre', stringValue: 'x' }, { key: 'year' }] },
        { name: 'c' },
      ],
    ];
    assert.deepEqual(await panel.call('metadataKeys', { most: 100 }), ['genre', 'year']);
    world.store.failure = new Error('no network');
    assert.deepEqual(await panel.call('metadataKeys', { most: 100 }), []);
  });
});
