import assert from 'node:assert/strict';
import { useEmulator } from '../../emulator/wire';
import { REMOTE } from '../fakeServices';
import { InteractionWorld, until } from '../interactionWorld';
import { openPanel } from '../panelWorld';

describe('a connection without interactions', () => {
  const emulator = useEmulator({ seed: 'empty', profile: '2024' });

  it('says so, is asked as a chat, and begins its conversations as chats from then on', async () => {
    const world = new InteractionWorld(emulator());
    const session = await world.begin();
    const panel = openPanel(world, session);
    await world.asked(session, '[[echo]]One');
    const { failure } = session.answer.outcome ?? {};
    assert.equal(failure?.message, 'This connection doesn’t support interactions.');
    assert.deepEqual(failure.fixes, ['asChat', 'retry']);
    assert.equal(world.keeping.isUnsupported(REMOTE.id), true);
    await panel.call('fix', { turn: session.answer.id, fix: 'asChat' });
    await until(session, () => !session.isStreaming);
    assert.equal(session.state.mode, 'chat');
    assert.match(session.text, /One/);
    await world.keeping.setInteractionsSupported(REMOTE.id, true);
    assert.equal(world.keeping.isUnsupported(REMOTE.id), false);
    await world.real.close();
  });
});
