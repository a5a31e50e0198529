import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import { createClient } from '../../../src/api/client';
import type { SendOptions, Transport } from '../../../src/api/transport';
import { toDisposable } from '../../../src/base/disposable';
import { callLimits } from '../../../src/service/callLimits';
import { openWatched } from '../../../src/service/watchedClient';
import { EagerClock } from '../../fakes/eagerClock';
import { errorAnswer, ScriptedTransport } from '../../fakes/scriptedTransport';

const ASK = { model: 'models/x', body: { contents: [{ parts: [{ text: 'Hi' }] }] } };

const WAYS: { readonly [way: string]: (client: Client) => Promise<unknown> } = {
  call: (client) => client.call('models.list', {}),
  stream: (client) => drain(client.stream('models.streamGenerateContent', ASK)),
  pages: (client) => drain(client.pages('models.list', {})),
};

async function drain(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const piece of pieces) assert.ok(piece);
}

/** The service is busy, and says so at once; waits take no time. */
async function setUp() {
  const scripted = new ScriptedTransport(() => errorAnswer(503, 'UNAVAILABLE'));
  const sent: SendOptions[] = [];
  const transport: Transport = {
    send: (request, options = {}) => {
      sent.push(options);
      return scripted.send(request, options);
    },
    close: () => scripted.close(),
  };
  const retry = { clock: new EagerClock() };
  const user: { [setting: string]: unknown } = {};
  const open = openWatched(
    async () => createClient({ transport, preferredVersion: 'v1beta', retry }),
    () => callLimits({ read: (name) => user[name] }),
    { log: () => undefined, show: () => toDisposable(() => undefined) },
  );
  const client = await open({
    endpoint: 'http://127.0.0.1:1',
    version: 'v1beta',
    credential: async () => ({ kind: 'none' }),
    network: () => ({}),
  });
  return { client, sent, user };
}

describe('calls within the limits of the settings', () => {
  for (const [way, start] of Object.entries(WAYS)) {
    it(`are sent exactly once as a ${way} where repeats are off, from the next one on`, async () => {
      const { client, sent, user } = await setUp();
      await assert.rejects(start(client), { attempts: 4, hint: /It was tried 4 times\.$/ });
      assert.equal(sent.length, 4);
      for (const off of [0, 1]) {
        user['retry.maxAttempts'] = off;
        await assert.rejects(start(client), { attempts: 1 });
      }
      assert.equal(sent.length, 6);
    });
  }

  it('have the time that is set, else their own', async () => {
    const { client, sent, user } = await setUp();
    user['retry.maxAttempts'] = 0;
    for (const seconds of [0, 5]) {
      user.timeoutSeconds = seconds;
      for (const start of Object.values(WAYS)) await assert.rejects(start(client));
    }
    assert.deepEqual(
      sent.map(({ timeoutMs }) => timeoutMs),
      [60_000, 600_000, 60_000, 5000, 5000, 5000],
    );
  });
});
