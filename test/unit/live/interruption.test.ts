import assert from 'node:assert/strict';
import { FakeClock } from '../../fakes/clock';
import type { JsonObject } from '../../../src/api/schema/row';
import { type LiveClient, said, textOf, useLive } from './liveClient';

const INTERRUPTED = { serverContent: { interrupted: true } };

describe('live sessions: interruptions', () => {
  const clock = new FakeClock();
  // The first piece comes at once, and the others when the clock is moved.
  const live = useLive({ clock, speed: { latency: 0, rate: 1 } });
  const begun = async (client: LiveClient, text: string): Promise<JsonObject> => {
    await client.send(said(text));
    return client.next();
  };

  it('cut an answer off, which then is over with what it took until then', async () => {
    const client = await live.talk();
    await begun(client, 'Write a story.');
    await client.send(said('[[echo]]Enough.'));
    assert.deepEqual(await client.next(), INTERRUPTED);
    const over = await client.next();
    assert.deepEqual(over.serverContent, { turnComplete: true });
    assert.ok(over.usageMetadata);
    assert.equal(textOf([await client.next()]), 'Enough.');
    await client.close();
  });
});
