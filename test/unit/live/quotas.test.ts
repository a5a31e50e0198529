import assert from 'node:assert/strict';
import { control } from '../emulator/wire';
import { said, textOf, useLive } from './liveClient';

describe('live sessions: quotas', () => {
  const live = useLive({ fixedTime: Date.UTC(2026, 10, 22, 12), quotas: { perMinute: 2 } });

  it('count each turn, and close the session beyond them', async () => {
    const client = await live.talk();
    for (const text of ['Good day.', 'And now?']) {
      await client.send(said(text));
      assert.ok(textOf(await client.turn()).length > 0);
    }
    await client.send(said('And then?'));
    const { code, reason } = await client.ended;
    assert.equal(code, 1011);
    assert.match(reason, /^You exceeded your current quota, please check your plan/);
    await control(live.emulator(), 'POST', 'clock', { advanceSeconds: 60 });
    const later = await live.talk();
    await later.send(said('Good day.'));
    assert.ok(textOf(await later.turn()).length > 0);
    await later.close();
  });
});
