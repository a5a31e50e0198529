import assert from 'node:assert/strict';
import { ModeWorld } from './modeWorld';
import { World } from './world';

describe('the model used last', () => {
  const beginning = {
    connection: 'remote01',
    model: 'models/x',
    version: 'v1',
  } as const;

  it('is there for the next playground', async () => {
    const { lastUsed } = new World().services;
    assert.equal(await lastUsed.load(), undefined);
    await lastUsed.save(beginning);
    assert.deepEqual(await lastUsed.load(), beginning);
  });

  it('is forgotten, and logged, where its file is damaged', async () => {
    const world = new World();
    for (const text of ['', '{', '{"connection":1}', 'null']) {
      world.settingsFiles.files.set('lastModel.json', text);
      assert.equal(await world.services.lastUsed.load(), undefined);
    }
    assert.equal(world.logged.length, 4);
  });

  it('is only logged where it cannot be written', async () => {
    const world = new World();
    world.settingsFiles.failNext = new Error('disk full');
    await world.services.lastUsed.save(beginning);
    assert.match(world.logged.join(), /disk full/);
  });

  it('is none that embeds, or that was asked in another way than a chat', async () => {
    const world = new ModeWorld();
    for (const model of ['models/embedder', 'models/bison']) {
      const session = await world.open({ model });
      await world.asked(session, 'Hello', {});
    }
    assert.equal(world.calls.length, 2);
    assert.equal(await world.services.lastUsed.load(), undefined);
  });
});
