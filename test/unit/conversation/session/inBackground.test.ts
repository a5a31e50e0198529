import assert from 'node:assert/strict';
import { CancelledError } from '../../../../src/base/errors';
import { openConversation } from '../../../../src/conversation/store/conversationIndex';
import { FakeClock } from '../../../fakes/clock';
import { settled } from '../../../fakes/settle';
import { control, useEmulator } from '../../emulator/wire';
import { REMOTE } from '../fakeServices';
import { ended, InteractionWorld, until } from '../interactionWorld';

describe('an interaction that runs in the background', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ seed: 'empty', clock });
  let world: InteractionWorld;
  beforeEach(() => {
    world = new InteractionWorld(emulator());
  });
  afterEach(() => world.real.close());

  it('is not begun where the user does not want it to be kept', async () => {
    const session = await world.begin();
    world.prompts.answer(undefined);
    await assert.rejects(session.send('Tides', undefined, true), CancelledError);
    assert.match(
      world.prompts.asked[0]?.text ?? '',
      /^Store interactions on the server\? To run in the background, an interaction must be stored/,
    );
    assert.deepEqual([world.sent, session.conversation.turns], [[], []]);
  });

  it('stands among the activities, is noted, and is read on where its tab is opened again', async () => {
    const session = await world.begin();
    world.prompts.answer('Store Interactions');
    await session.send('[[echo]]One two three', undefined, true);
    await until(session, () => session.answer.interaction?.id !== undefined);
    const { background, store, stream } = world.body;
    await settled(assert.deepEqual([background, store, stream], [true, true, true]));
    const { id = '' } = session.answer.interaction ?? {};
    const [noted] = await world.interactions.list(REMOTE.id);
    assert.deepEqual([noted?.id, noted?.background, noted?.turn], [id, true, session.answer.id]);
    assert.deepEqual(world.activity.followed, [
      {
        connection: REMOTE.id,
        startedBy: 'interactions.create',
        version: 'v1beta',
        name: `interactions/${id}`,
        title: '[[echo]]One two three',
      },
    ]);
    await session.close();
    clock.advance(60_000);
    const opened = await openConversation(
      ...([world.services.conversations, session.conversation.id] as const),
      ...([{ connection: REMOTE.id, model: '', settings: {} }, 0] as const),
    );
    const again = await world.openWith(opened);
    const { status } = await ended(again);
    assert.deepEqual([status, again.text], ['completed', 'One two three']);
    // Nothing was cancelled: a tab that is closed is no wish to stop.
    assert.ok(world.sent.every(({ operation }) => operation !== 'interactions.cancel'));
  });

  it('has its answer and takes another message while the service still ends it', async () => {
    await world.keeping.choose(REMOTE.id, true);
    const session = await world.begin();
    await session.send('[[echo]]One two three', undefined, true);
    await until(session, () => session.answer.interaction?.id !== undefined);
    const fault = { kind: 'slow', operation: 'interactions.cancel', latency: 60_000 };
    await control(emulator(), 'POST', 'faults', fault);
    const { id } = session.answer;
    session.stop();
    await until(session, () => !session.isStreaming);
    assert.equal(session.answer.id, id);
    assert.notEqual(session.answer.interaction?.status, 'cancelled');
    session.refuseWhileStreaming();
    while (session.answer.interaction?.status !== 'cancelled') {
      await settled(clock.advance(1000));
    }
  });
});
