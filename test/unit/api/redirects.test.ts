import assert from 'node:assert/strict';
import { FaultServer } from '../../fakes/faultServer';
import { ASK, failure, Rigs } from './harness';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('redirects', () => {
  it('to another origin are not followed, and the other one sees nothing', async () => {
    const other = rigs.keep(await FaultServer.start((_request, wire) => wire.json(200, {})));
    for (const status of [301, 302, 303, 307, 308]) {
      const { client } = await rigs.start((_request, wire) =>
        wire.answer(status, '', { location: `${other.origin}/v1beta/models?x=1` }),
      );
      for (const work of [client.call('models.list', {}), client.call('models.countTokens', ASK)]) {
        const error = await failure(work);
        assert.equal(error.reason, 'redirect');
        assert.match(error.message, new RegExp(new URL(other.origin).host));
      }
    }
    assert.equal(other.connections + other.requests.length, 0);
  });

  it('to another scheme, user or nowhere are not followed', async () => {
    for (const location of ['https://127.0.0.1/', 'javascript:alert(1)', 'http://[', '']) {
      const { client, server } = await rigs.start((_request, wire) =>
        wire.answer(302, '', { location }),
      );
      assert.equal((await failure(client.call('models.list', {}))).reason, 'redirect', location);
      assert.equal(server.requests.length, 1);
    }
  });

  it('within the origin are followed for a GET, five times at most', async () => {
    let left = 5;
    const { client, server } = await rigs.start((_request, wire) =>
      left-- > 0
        ? wire.answer(307, '', { location: '/v1beta/elsewhere' })
        : wire.json(200, { models: [] }),
    );
    assert.deepEqual(await client.call('models.list', {}), { models: [] });
    assert.equal(server.requests.length, 6);
    left = 6;
    assert.equal((await failure(client.call('models.list', {}))).reason, 'redirect');
    left = 1;
    assert.equal((await failure(client.call('models.countTokens', ASK))).reason, 'redirect');
  });
});
