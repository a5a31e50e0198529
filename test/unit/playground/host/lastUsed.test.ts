import assert from 'node:assert/strict';
import { World } from './world';

describe('what was used last', () => {
  const beginning = {
    connection: 'remote01',
    model: 'models/x',
    version: 'v1',
    settings: { systemInstruction: 'Be brief.', stopSequences: ['END'] },
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
      world.settingsFiles.files.set('playground.json', text);
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
});
