import assert from 'node:assert/strict';
import { FakeClock } from '../../fakes/clock';
import type { JsonObject } from '../../../src/api/schema/row';
import { type LiveClient, said, setupOf, textOf, useLive } from './liveClient';

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

  it('leave what was said of an answer in the conversation', async () => {
    const client = await live.talk(setupOf({ sessionResumption: {} }));
    await client.next();
    const first = await begun(client, '[[echo]]One two three four five six seven eight nine ten.');
    await client.send({ clientContent: {} });
    assert.deepEqual(await client.next(), INTERRUPTED);
    await client.next();
    // The end of a conversation that the model has begun to answer is gone on with.
    await client.send({ clientContent: { turnComplete: true } });
    const rest = await client.next();
    assert.match(textOf([first]), /^One two/);
    assert.ok(!textOf([rest]).startsWith('One'));
    await client.close();
  });

  it('wait for the end of the answer where the session has none', async () => {
    const realtimeInputConfig = { activityHandling: 'NO_INTERRUPTION' };
    const client = await live.talk(setupOf({ realtimeInputConfig }));
    const answer = '[[echo]]One two three four five six seven eight nine ten eleven twelve.';
    const first = await begun(client, answer);
    await client.send({ realtimeInput: { text: '[[echo]]And then?' } });
    await client.isRead();
    clock.advance(200_000);
    const turn = [first, ...(await client.turn())];
    assert.equal(textOf(turn), 'One two three four five six seven eight nine ten eleven twelve.');
    assert.equal(textOf([await client.next()]), 'And then?');
    await client.close();
  });
});
