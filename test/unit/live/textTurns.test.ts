import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { isObject } from '../../../src/base/json';
import { FakeClock } from '../../fakes/clock';
import { contentOf, type LiveClient, partsOf, said, textOf, useLive } from './liveClient';

describe('live sessions: turns in text', () => {
  const live = useLive();

  it('are answered in pieces, then said to be made, then to be over with their tokens', async () => {
    const client = await live.talk();
    await client.send(said('Name a harbour.'));
    const turn = await client.turn();
    const [done, over] = turn.slice(-2);
    assert.deepEqual(done, { serverContent: { generationComplete: true } });
    assert.deepEqual(contentOf(over ?? {}), { turnComplete: true });
    const usage = over?.usageMetadata;
    assert.ok(isObject(usage));
    const { promptTokenCount, responseTokenCount, totalTokenCount } = usage as {
      readonly [name: string]: number;
    };
    assert.ok(promptTokenCount && responseTokenCount);
    assert.equal(totalTokenCount, promptTokenCount + responseTokenCount);
    assert.equal(usage.candidatesTokenCount, undefined);
    const pieces = partsOf(turn);
    assert.ok(pieces.length > 5);
    assert.match(textOf(turn), /“Name a harbour\.”/);
    await client.close();
  });
});

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
