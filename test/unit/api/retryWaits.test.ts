import assert from 'node:assert/strict';
import type { CallOptions, Client } from '../../../src/api/call';
import { createClient } from '../../../src/api/client';
import { type AppError, CancelledError } from '../../../src/base/errors';
import { FakeClock } from '../../fakes/clock';
import { ScriptedTransport, type TransportScript } from '../../fakes/scriptedTransport';
import { settle, settled } from '../../fakes/settle';
import { collect } from './cuts';
import { ASK, failure } from './harness';
import { BUSY, HALF, type World } from './retryWorld';

describe('a wait before a repeat', () => {
  function waiting(
    script: TransportScript = () => BUSY,
  ): Omit<World, 'clock'> & { clock: FakeClock } {
    const clock = new FakeClock();
    const transport = new ScriptedTransport(script);
    const retry = { clock, random: HALF };
    return {
      client: createClient({ transport, preferredVersion: 'v1beta', retry }),
      transport,
      clock,
    };
  }

  const ways: {
    readonly [way: string]: (client: Client, options: CallOptions) => Promise<unknown>;
  } = {
    call: (client, options) => client.call('models.list', {}, options),
    stream: (client, options) =>
      collect(client.stream('models.streamGenerateContent', ASK, options)),
    pages: (client, options) => collect(client.pages('models.list', {}, options)),
  };
  for (const [way, start] of Object.entries(ways)) {
    it(`ends at once when the signal of a ${way} aborts`, async () => {
      const { client, transport, clock } = waiting();
      const controller = new AbortController();
      const ended = failure(start(client, { signal: controller.signal }));
      await settle();
      assert.equal(clock.pending, 1);
      controller.abort();
      assert.ok((await ended) instanceof CancelledError);
      assert.equal(clock.pending, 0);
      await settled(clock.advance(60_000));
      assert.equal(transport.requests.length, 1);
    });
  }

  it('ends with advice for the operation: another model helps only where one is asked', async () => {
    const hintOf = async (start: (client: Client) => Promise<unknown>): Promise<string> => {
      const { client, clock } = waiting();
      const ended = failure(start(client));
      for (let count = 0; count < 20; count++) {
        await settle();
        clock.advance(60_000);
      }
      return ((await ended) as AppError).hint ?? '';
    };
    assert.match(await hintOf((client) => client.call('models.generateContent', ASK)), /model/);
    const list = await hintOf((client) => client.call('files.list', {}));
    assert.match(list, /overloaded/);
    assert.doesNotMatch(list, /model/);
  });
});
