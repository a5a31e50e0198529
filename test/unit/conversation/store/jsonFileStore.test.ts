import assert from 'node:assert/strict';
import { settled } from '../../../fakes/settle';
import { ask } from '../ask';
import { openPanel } from '../panelWorld';
import { type TestSession, World } from '../world';

describe('what new conversations begin with', () => {
  let world: World;
  let session: TestSession;

  beforeEach(async () => {
    world = new World();
    session = await world.open();
  });

  const keep = async (keep: boolean): Promise<void> => {
    await openPanel(world, session).call('keepSettings', { keep });
  };

  it('remembers the model, and nothing of what it was told, for the next playground', async () => {
    session.setSettings({ systemInstruction: 'Be brief.' });
    await ask(session);
    assert.deepEqual(await world.services.lastUsed.load(), {
      connection: 'remote01',
      model: 'models/small',
    });
    assert.deepEqual(await world.services.keptSettings.load(), { settings: {} });
  });

  it('lets new conversations begin with its settings where the user keeps them', async () => {
    const settings = { systemInstruction: 'Be brief.' };
    session.setSettings(settings);
    assert.equal(session.shown.kept, undefined);
    await keep(true);
    assert.equal(session.shown.kept, 'these');
    session.setSettings({ temperature: 1 });
    assert.equal(session.shown.kept, 'others');
    await ask(session);
    await settled(world.client.last.finish('STOP'));
    await session.newConversation();
    assert.deepEqual(session.shown.settings, settings);
    assert.equal(session.shown.kept, 'these');

    await keep(false);
    assert.deepEqual(session.shown.settings, {});
    assert.equal(session.shown.kept, undefined);
    assert.deepEqual(await world.services.keptSettings.load(), { settings: {} });
  });
});

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
});
