import assert from 'node:assert/strict';
import { FaultServer } from '../../fakes/faultServer';
import { ASK, EVENT, failure, listen, reasonOf, Rigs, SSE } from './harness';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('broken connections', () => {
  it('in the middle of an answer keep what came', async () => {
    for (const [name, script, reason] of [
      ['no last chunk', (wire) => wire.fin(), 'incomplete'],
      ['reset', (wire) => wire.reset(), 'reset'],
    ] as readonly (readonly [string, (wire: { fin(): void; reset(): void }) => void, string])[]) {
      const { client, exchanges } = await rigs.start(async (_request, wire) => {
        await wire.head(200, SSE);
        await wire.chunk(EVENT);
        // The event must be read before the break, or the reset takes it along.
        setImmediate(() => setImmediate(() => script(wire)));
      });
      const { count, error } = await listen(client);
      assert.equal(count, 1, name);
      assert.equal(reasonOf(error), reason, name);
      assert.equal(exchanges[0]?.outcome, reason, name);
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

  it('before any answer are not repeated', async () => {
    for (const end of ['fin', 'reset'] as const) {
      const { client, server } = await rigs.start((_request, wire) => wire[end]());
      assert.equal(
        (await failure(client.call('models.generateContent', ASK))).reason,
        'reset',
        end,
      );
      assert.equal(server.requests.length, 1);
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
