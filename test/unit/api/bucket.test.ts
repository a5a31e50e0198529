import assert from 'node:assert/strict';
import { createClient } from '../../../src/api/client';
import { ServiceError } from '../../../src/api/errors';
import { RetryBucket } from '../../../src/api/retry/retrier';
import { FakeClock } from '../../fakes/clock';
import { errorAnswer, ScriptedTransport, type ScriptedAnswer } from '../../fakes/scriptedTransport';
import { settle } from '../../fakes/settle';
import { collect } from './cuts';
import { ASK, failure } from './harness';
import { BUSY, world } from './retryWorld';

const OUTAGE = 30_000;
const CALLS = 50;

/** Random enough, and the same in every run (a linear congruential generator). */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

interface Outage {
  readonly requests: number;
  readonly answered: number;
  readonly failed: readonly unknown[];
  /** When each repeat came, milliseconds. */
  readonly repeats: readonly number[];
}

/** 50 calls, one every `every` milliseconds, against a service that fails for the first 30 seconds. */
async function outage(every: number, failure: ScriptedAnswer): Promise<Outage> {
  const clock = new FakeClock();
  const repeats: number[] = [];
  const transport = new ScriptedTransport(() =>
    clock.monotonic() < OUTAGE ? failure : { status: 200, body: { models: [] } },
  );
  const client = createClient({
    transport,
    preferredVersion: 'v1beta',
    retry: { clock, random: pseudoRandom(7) },
  });
  let answered = 0;
  const failed: unknown[] = [];
  const start = (): void => {
    const onRetry = ({ delayMs }: { delayMs: number }): void => {
      repeats.push(clock.monotonic() + delayMs);
    };
    client.call('models.list', {}, { onRetry }).then(
      () => (answered += 1),
      (error: unknown) => failed.push(error),
    );
  };
  for (let call = 0; call < CALLS; call++) clock.schedule(call * every, start);
  for (let step = 0; step < 400; step++) {
    clock.advance(250);
    await settle();
  }
  return { requests: transport.requests.length, answered, failed, repeats };
}

describe('the retry bucket', () => {
  it('is empty after 15 repeats without a success, and never holds more', () => {
    const bucket = new RetryBucket();
    bucket.succeeded(true);
    const taken = Array.from({ length: 20 }, () => bucket.take()).filter(Boolean);
    assert.equal(taken.length, 15);
  });

  it('gives a repeat back for a repeat that succeeds, or for ten other successes', () => {
    const bucket = new RetryBucket();
    while (bucket.take());
    bucket.succeeded(true);
    assert.ok(bucket.take());
    for (let success = 0; success < 9; success++) bucket.succeeded(false);
    assert.ok(!bucket.take());
    bucket.succeeded(false);
    assert.ok(bucket.take());
    assert.ok(!bucket.take());
  });

  it('is filled by calls and by streams alike', async () => {
    for (const id of ['models.generateContent', 'models.streamGenerateContent'] as const) {
      let isBusy = true;
      const { client, transport } = world(() => (isBusy ? BUSY : { status: 200, body: {} }));
      const send = async (): Promise<void> => {
        if (id === 'models.generateContent') await client.call(id, ASK);
        else await collect(client.stream(id, ASK));
      };
      for (let call = 0; call < 6; call++) await failure(send());
      assert.equal(transport.requests.length, 6 + 15);
      isBusy = false;
      for (let call = 0; call < 10; call++) await send();
      isBusy = true;
      await failure(send());
      assert.equal(transport.requests.length, 21 + 10 + 2, id);
    }
  });

  const failures = [errorAnswer(503, 'UNAVAILABLE'), errorAnswer(429, 'RESOURCE_EXHAUSTED')];
  for (const failure of failures) {
    for (const every of [0, 200, 600, 1200]) {
      it(`keeps 50 calls, one every ${every} ms, at 65 requests through 30 seconds of ${failure.status}`, async () => {
        const { requests, answered, failed, repeats } = await outage(every, failure);
        assert.equal(answered + failed.length, CALLS);
        assert.ok(failed.every((error) => error instanceof ServiceError));
        assert.ok(requests <= 1.3 * CALLS, `${requests} requests`);
        assert.ok(repeats.length > 0);
      });
    }
  }

  it('leaves repeats that come at different times', async () => {
    const { repeats } = await outage(0, errorAnswer(503, 'UNAVAILABLE'));
    const pairs = repeats.flatMap((one, index) =>
      repeats.slice(index + 1).map((other) => Math.abs(one - other)),
    );
    const close = pairs.filter((distance) => distance < 5).length;
    assert.ok(pairs.length > 50);
    assert.ok(close <= pairs.length * 0.1, `${close} of ${pairs.length} pairs`);
  });
});
