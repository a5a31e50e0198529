import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { FakeClock } from '../../fakes/clock';
import { control } from '../emulator/wire';
import { type LiveClient, said, setupOf, textOf, useLive } from './liveClient';

const EXPIRED = { code: 1011, reason: 'Deadline expired before operation could complete.' };

/** The handle that a session tells of, which is the next message. */
async function handleOf(client: LiveClient): Promise<string> {
  const { sessionResumptionUpdate } = await client.next();
  const { newHandle, resumable } = sessionResumptionUpdate as JsonObject;
  assert.equal(resumable, true);
  return String(newHandle);
}

describe('live sessions: their end', () => {
  const clock = new FakeClock();
  const live = useLive({ clock });

  it('comes after ten minutes, and is told a minute before', async () => {
    const client = await live.talk();
    clock.advance(540_000);
    assert.deepEqual(await client.next(), { goAway: { timeLeft: '60s' } });
    clock.advance(60_000);
    assert.deepEqual(await client.ended, EXPIRED);
  });

  it('comes with the time of the service, for so long as the control API says', async () => {
    await control(live.emulator(), 'POST', 'live', { connectionSeconds: 20 });
    const client = await live.talk();
    await control(live.emulator(), 'POST', 'clock', { advanceSeconds: 10 });
    assert.deepEqual(await client.next(), { goAway: { timeLeft: '10s' } });
    await control(live.emulator(), 'POST', 'clock', { advanceSeconds: 10 });
    assert.deepEqual(await client.ended, EXPIRED);
    await control(live.emulator(), 'POST', 'live', { connectionSeconds: 600 });
  });

  it('comes when the control API asks for it', async () => {
    const client = await live.talk();
    const told = await control(live.emulator(), 'POST', 'live', { goAwaySeconds: 3 });
    assert.deepEqual(told.live, { connectionSeconds: 600, open: 1 });
    assert.deepEqual(await client.next(), { goAway: { timeLeft: '3s' } });
    clock.advance(3000);
    assert.deepEqual(await client.ended, EXPIRED);
    const { live: left } = await control(live.emulator(), 'GET', 'state');
    assert.deepEqual(left, { connectionSeconds: 600, open: 0 });
  });
});

describe('live sessions: going on with one', () => {
  const clock = new FakeClock();
  const live = useLive({ clock });
  const asked = setupOf({ sessionResumption: {} });
  const resumed = (handle: string): JsonObject => setupOf({ sessionResumption: { handle } });

  it('has what was said before', async () => {
    const first = await live.talk(asked);
    await handleOf(first);
    await first.send(said('My boat is called Ida.'));
    await first.turn();
    const handle = await handleOf(first);
    await first.close();
    const second = await live.talk(resumed(handle));
    assert.notEqual(await handleOf(second), handle);
    await second.send(said('What is its name?'));
    assert.match(
      textOf(await second.turn()),
      /turn 2 of our conversation[^]*My boat is called Ida\./,
    );
    await second.close();
  });
});

describe('live sessions: their beginning', () => {
  const live = useLive();

  it('can be what was said elsewhere', async () => {
    const historyConfig = { initialHistoryInClientContent: true };
    const client = await live.talk(setupOf({ historyConfig }));
    const turns = [
      { role: 'user', parts: [{ text: 'My boat is called Ida.' }] },
      { role: 'model', parts: [{ text: 'A fine name.' }] },
    ];
    await client.send({ clientContent: { turns, turnComplete: true } });
    await client.send({ realtimeInput: { text: 'What is its name?' } });
    assert.match(textOf(await client.turn()), /turn 2 of our conversation/);
    await client.close();
  });
});
