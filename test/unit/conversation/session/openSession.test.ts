import assert from 'node:assert/strict';
import type { Conversation } from '../../../../src/conversation/model/conversation';
import { endSession } from '../../../../src/playground/host/panelDeps';
import { settled } from '../../../fakes/settle';
import { ask } from '../ask';
import { conversation, model, user } from '../samples';
import { type TestSession, World } from '../world';

const FILE = 'file:///folder/kite.prompt.json';

describe('the file of a playground whose tab is closed', () => {
  let world: World;

  beforeEach(() => {
    world = new World();
  });

  /** As a prompt file opens: kept on disk at once. */
  async function opened(over: Partial<Conversation> = {}): Promise<TestSession> {
    const session = await world.openWith({
      conversation: conversation({ promptFile: FILE, turns: [], ...over }),
    });
    session.keep();
    await settled(world.clock.advance(1000));
    return session;
  }

  const names = (): readonly string[] => [...world.files.files.keys()];

  it('goes where nothing was sent', async () => {
    const session = await opened();
    assert.equal(names().length, 1);
    assert.equal(await endSession(session), true);
    assert.deepEqual(names(), []);
  });

  it('goes where nothing was added to the messages of a prompt', async () => {
    const session = await opened({ turns: [user('Hi'), model([{ text: 'Hello' }])] });
    await endSession(session);
    assert.deepEqual(names(), []);
  });

  it('goes where nothing but settings was changed: no list leads there', async () => {
    const session = await opened();
    session.setSettings({ temperature: 1 });
    await endSession(session);
    assert.deepEqual(names(), []);
  });

  it('stays where the window alone is closed', async () => {
    const session = await opened();
    await session.close();
    assert.equal(names().length, 1);
  });

  const used: readonly (readonly [string, (session: TestSession) => void | Promise<void>])[] = [
    ['something was sent', (session) => ask(session)],
    ['settings were changed', (session) => session.setSettings({ temperature: 1 })],
    ['it was given a name', (session) => session.rename('Mine')],
  ];
  for (const [what, use] of used) {
    it(`stays where ${what}`, async () => {
      const session = await opened({ turns: [user('Hi'), model([{ text: 'Hello' }])] });
      await use(session);
      await endSession(session);
      assert.equal(names().length, 1);
    });
  }

  it('stays where it belongs to no prompt file', async () => {
    const { promptFile: _, ...forked } = conversation();
    const session = await world.openWith({ conversation: forked });
    session.keep();
    await endSession(session);
    assert.equal(names().length, 1);
  });

  it('stays where another window has said something in it', async () => {
    const session = await opened();
    const { id } = session.conversation;
    const other = conversation({ id, revision: 7, turns: [user('Hi')] });
    world.files.files.set(`${id}.json`, JSON.stringify(other));
    await endSession(session);
    assert.equal(names().length, 1);
  });
});
