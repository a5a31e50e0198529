import assert from 'node:assert/strict';
import { TransportError } from '../../../../src/api/errors';
import { openConversation } from '../../../../src/conversation/store/conversationIndex';
import { settle, settled } from '../../../fakes/settle';
import { ask } from '../ask';
import { REMOTE, SMALL } from '../fakeServices';
import { texts } from '../samples';
import { World, type TestSession } from '../world';

describe('what a playground session keeps', () => {
  let world: World;
  let session: TestSession;

  beforeEach(async () => {
    world = new World();
    session = await world.open();
  });

  const send = (text?: string): Promise<void> => ask(session, text);

  /** As after the window was closed and opened again. */
  async function reopen(): Promise<TestSession> {
    await session.close();
    const { conversation: id } = session.state;
    const beginning = { connection: REMOTE.id, model: SMALL.name, settings: {} };
    const { conversations } = world.services;
    const opened = await openConversation(conversations, id, beginning, world.clock.now());
    return await world.openWith(opened);
  }

  it('is the choice of a model, before any message', async () => {
    session.setModel('models/large');
    assert.equal((await reopen()).state.model?.name, 'models/large');
  });

  it('is an unsent message with its conversation, until it is sent', async () => {
    await send();
    await settled(world.client.last.text('Yes.').finish('STOP'));
    const draft = { text: 'And', held: ['a log'], pieces: [] };
    session.setDraft(draft);
    const { id } = session.conversation;
    await session.newConversation();
    assert.equal(session.conversation.draft, undefined);
    assert.deepEqual(world.saved(id).draft, draft);
    const before = { connection: REMOTE.id, model: SMALL.name, settings: {} };
    const { conversations } = world.services;
    session = await world.openWith(
      await openConversation(conversations, id, before, world.clock.now()),
    );
    await send('And then?');
    assert.equal(world.saved(id).draft, undefined);
  });

  it('is the earlier answer until something of the new one is there', async () => {
    await send();
    world.client.last
      .text('Earlier')
      .fail(new TransportError('reset', 'The connection was reset.'));
    await settle();
    await settled(session.regenerate());
    const { conversation: id } = session.state;
    assert.deepEqual(texts(session.state.turns), ['Hello', '']);
    assert.deepEqual(texts(world.saved(id).turns), ['Hello', 'Earlier']);
    await settled(world.client.last.text('New'));
    await settled(world.clock.advance(5000));
    assert.deepEqual(texts(world.saved(id).turns), ['Hello', 'New']);
  });

  it('stays open while it cannot be saved', async () => {
    await send();
    world.client.last.text('Only here').finish('STOP');
    world.files.failAll = new Error('disk full');
    await settle();
    await assert.rejects(session.newConversation(), { reason: 'notSaved' });
    assert.deepEqual(texts(session.state.turns), ['Hello', 'Only here']);
    assert.match(
      session.state.notice?.message ?? '',
      /Couldn’t save this conversation: disk full\./,
    );
    assert.equal(await session.close(), false);
  });

  it('tells once that saving fails, without names of temporary files', async () => {
    const denied = (name: string): Error =>
      Object.assign(new Error(`EACCES: permission denied, open '/data/.${name}.tmp'`), {
        code: 'EACCES',
      });
    world.files.failAll = denied('a');
    await send();
    const told = session.events.length;
    const notice = session.shown.notice?.message ?? '';
    assert.match(notice, /Couldn’t save this conversation because its folder is write-protected\./);
    assert.doesNotMatch(notice, /tmp|open/);
    world.files.failAll = denied('b');
    await settled(world.client.last.text('More'));
    await settled(world.clock.advance(5000));
    const states = session.events.slice(told).filter(({ event }) => event.name === 'state');
    assert.deepEqual(states, []);
  });
});
