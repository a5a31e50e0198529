import assert from 'node:assert/strict';
import { FakeClock } from '../../fakes/clock';
import { control } from '../emulator/wire';
import { setupOf, textOf, useLive } from './liveClient';

const EXPIRED = { code: 1011, reason: 'Deadline expired before operation could complete.' };

describe('live sessions: their end', () => {
  const clock = new FakeClock();
  const live = useLive({ clock });

  it('comes when its time is over, and is told a minute before', async () => {
    await control(live.emulator(), 'POST', 'live', { connectionSeconds: 120 });
    const client = await live.talk();
    clock.advance(60_000);
    assert.deepEqual(await client.next(), { goAway: { timeLeft: '60s' } });
    clock.advance(60_000);
    assert.deepEqual(await client.ended, EXPIRED);
  });

  it('comes when the control API asks for it', async () => {
    const client = await live.talk();
    const told = await control(live.emulator(), 'POST', 'live', { goAwaySeconds: 3 });
    assert.deepEqual(told.live, { connectionSeconds: 120, open: 1 });
    assert.deepEqual(await client.next(), { goAway: { timeLeft: '3s' } });
    clock.advance(3000);
    assert.deepEqual(await client.ended, EXPIRED);
    const { live: left } = await control(live.emulator(), 'GET', 'state');
    assert.deepEqual(left, { connectionSeconds: 120, open: 0 });
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
