import assert from 'node:assert/strict';
import { isObject, items } from '../../../src/base/json';
import { FakeClock } from '../../fakes/clock';
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
});
