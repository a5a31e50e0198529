import assert from 'node:assert/strict';
import { FaultServer } from '../../fakes/faultServer';
import { failure, Rigs } from './harness';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('broken connections', () => {
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

  it('that never come about say why', async () => {
    const server = await FaultServer.start(() => undefined);
    const { origin } = server;
    await server.close();
    const refused = await failure(rigs.connect(origin).client.call('models.list', {}));
    assert.equal(refused.reason, 'refused');
    assert.match(refused.message, new RegExp(new URL(origin).host));
    assert.match(refused.hint ?? '', /http\.proxy/);
  });
});
