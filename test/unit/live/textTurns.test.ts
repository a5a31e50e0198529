import assert from 'node:assert/strict';
import { isObject } from '../../../src/base/json';
import { contentOf, partsOf, said, textOf, useLive } from './liveClient';

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
