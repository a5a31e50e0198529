import assert from 'node:assert/strict';
import { isObject, items } from '../../../src/base/json';
import { FakeClock } from '../../fakes/clock';
import { follow } from '../emulator/following';
import { control } from '../emulator/wire';
import { PATH, said, setupOf, useLive } from './liveClient';

describe('live sessions: what is left of them', () => {
  const clock = new FakeClock();
  const live = useLive({ clock });

  it('is one entry of the log with its counts and its end, and without the key', async () => {
    const { apiKey } = live.emulator();
    const client = await live.talk(
      setupOf({ systemInstruction: { parts: [{ text: 'Be brief.' }] } }),
    );
    await client.send(said('[[echo]]Yes.'));
    await client.turn();
    clock.advance(1500);
    await client.close();
    const { entries } = await control(live.emulator(), 'GET', 'log');
    const entry = items(entries).at(-1);
    assert.ok(isObject(entry));
    const { target, operation, version, credential, status, messages, closed, duration } = entry;
    assert.equal(target, `${PATH}?key=REDACTED`);
    assert.deepEqual(
      [operation, version, credential],
      ['live.bidiGenerateContent', 'v1beta', 'apiKey'],
    );
    assert.deepEqual([status, duration], [101, 1500]);
    // The setup, the piece, its being made, and the end of the turn.
    assert.deepEqual(messages, { received: 2, sent: 4 });
    assert.deepEqual(closed, { code: 1005, reason: '' });
    assert.match(String(entry.body), /Be brief\./);
    assert.doesNotMatch(JSON.stringify(entries), new RegExp(apiKey));
  });

  it('is told to who follows while it goes on, and with its counts at its end', async () => {
    const follower = await follow(live.emulator());
    const client = await live.talk(setupOf({}));
    const running = await follower.next();
    assert.deepEqual([running.isRunning, running.operation], [true, 'live.bidiGenerateContent']);
    const late = await follow(live.emulator());
    assert.equal((await late.next()).id, running.id);
    await client.close();
    for (const one of [follower, late]) {
      const { isRunning, id, status, messages } = await one.next();
      assert.deepEqual([isRunning, id, status], [undefined, running.id, 101]);
      assert.deepEqual(messages, { received: 1, sent: 1 });
      one.leave();
    }
  });

  it('is counted, and how it ended where that was not wanted', async () => {
    const client = live.connect();
    await client.send({ setup: {} });
    await client.ended;
    const found = live
      .emulator()
      .served()
      .find(({ operation }) => operation === 'live.bidiGenerateContent');
    assert.deepEqual(found?.refused, { '1007': 1 });
    assert.ok((found?.requests ?? 0) > 1);
  });
});
