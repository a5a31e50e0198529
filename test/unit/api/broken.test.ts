import assert from 'node:assert/strict';
import { FakeClock } from '../../fakes/clock';
import { EagerClock } from '../../fakes/eagerClock';
import { FaultServer } from '../../fakes/faultServer';
import { settle } from '../../fakes/settle';
import { Gate } from './gate';
import { ASK, EVENT, failure, listen, reasonOf, Rigs, SSE } from './harness';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('broken connections', () => {
  it('in the middle of an answer keep what came', async () => {
    for (const [end, reason] of [
      ['fin', 'incomplete'],
      ['reset', 'reset'],
    ] as const) {
      const heard = new Gate();
      const { client, exchanges } = await rigs.start(async (_request, wire) => {
        await wire.head(200, SSE);
        await wire.chunk(EVENT);
        // A reset takes along what was not read yet.
        await heard.opened;
        wire[end]();
      });
      const { count, error } = await listen(client, heard.open);
      assert.equal(count, 1, end);
      assert.equal(reasonOf(error), reason, end);
      assert.equal(exchanges[0]?.outcome, reason, end);
    }
  });

  it('before the announced length are incomplete', async () => {
    const { client } = await rigs.start(async (_request, wire) => {
      await wire.raw(
        `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 9999\r\n\r\n${EVENT}`,
      );
      wire.fin();
    });
    const { count, error } = await listen(client);
    assert.equal(count, 1);
    assert.equal(reasonOf(error), 'incomplete');
  });

  it('in the middle of an error still say which error', async () => {
    const { client } = await rigs.start(async (_request, wire) => {
      await wire.head(503, { 'content-type': 'application/json' });
      await wire.chunk('{"error": {"code": 503, "mess');
      wire.fin();
    });
    const error = await failure(client.call('models.list', {}));
    assert.equal(error.reason, 'overloaded');
    assert.equal(error.message, '503 Service Unavailable');
  });

  it('are not waited for once enough of an error came', async () => {
    const { client } = await rigs.start(async (_request, wire) => {
      await wire.head(503, { 'content-type': 'text/html' });
      await wire.chunk(`<html>${'x'.repeat(65_536)}`);
    });
    const error = await failure(client.call('models.list', {}));
    assert.equal(error.message, '503 Service Unavailable');
  });

  it('that stand still in an error of a stream say which error, and are not waited for', async () => {
    const clock = new FakeClock();
    const asked = new Gate();
    const { client, exchanges } = await rigs.start(
      async (_request, wire) => {
        await wire.head(400, { 'content-type': 'application/json' });
        asked.open();
      },
      { clock, idleMs: 5000, timeoutMs: 1_000_000_000 },
    );
    const heard = listen(client);
    await asked.opened;
    // When the head has come is not to be seen from outside; the deadline is too far off to matter.
    while (exchanges.length === 0) {
      await settle();
      clock.advance(1000);
    }
    assert.equal(reasonOf((await heard).error), 'invalidRequest');
    assert.equal(exchanges[0]?.outcome, 'idle');
    assert.equal(clock.pending, 0);
  });

  it('before any answer are told after the second time', async () => {
    for (const end of ['fin', 'reset'] as const) {
      const { client, server } = await rigs.start((_request, wire) => wire[end](), {
        retry: { clock: new EagerClock() },
      });
      assert.equal(
        (await failure(client.call('models.generateContent', ASK))).reason,
        'reset',
        end,
      );
      assert.equal(server.requests.length, 2);
    }
  });

  it('that never come about say why', async () => {
    const server = await FaultServer.start(() => undefined);
    const { origin } = server;
    await server.close();
    const refused = await failure(rigs.connect(origin).client.call('models.list', {}));
    assert.equal(refused.reason, 'refused');
    assert.match(refused.message, new RegExp(new URL(origin).host));
    assert.match(refused.hint ?? '', /http\.proxy/);
  });

  it('with something that is not HTTP say so', async () => {
    const { client } = await rigs.start((_request, wire) =>
      wire.raw('SSH-2.0-OpenSSH_9.2\r\n\r\n'),
    );
    const error = await failure(client.call('models.list', {}));
    assert.equal(error.reason, 'notJson');
    assert.match(error.message, /not HTTP/);
  });
});
