import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { FaultServer } from '../../fakes/faultServer';
import { ASK, failure, KEY, listen, Rigs } from './harness';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('redirects', () => {
  it('never carry a credential on: not to another port, host or scheme, whatever it is', async () => {
    const token = 'canary-token-0123456789';
    const other = rigs.keep(await FaultServer.start((_request, wire) => wire.json(200, {})));
    const { port } = new URL(other.origin);
    const places = [
      `http://127.0.0.1:${port}/v1beta/models`,
      `http://localhost:${port}/v1beta/models`,
      `http://127.0.0.2:${port}/`,
      `//127.0.0.1:${port}/`,
      `http://user:pass@127.0.0.1:${port}/`,
      `http:\\\\127.0.0.1:${port}\\`,
    ];
    const credentials = [
      { kind: 'apiKey', key: KEY },
      { kind: 'bearer', token, project: 'my-project' },
    ] as const;
    for (const as of credentials) {
      for (const location of places) {
        const { client, server } = await rigs.start(
          (_request, wire) => wire.answer(307, '', { location }),
          { as },
        );
        for (const work of [
          client.call('models.list', {}),
          client.call('models.countTokens', ASK),
          listen(client).then(({ error }) => Promise.reject(error as Error)),
        ]) {
          assert.equal((await failure(work)).reason, 'redirect', location);
        }
        assert.equal(server.requests.length, 3);
      }
    }
    assert.equal(other.connections + other.requests.length, 0);
  });

  it('do not name a key that the other place is told', async () => {
    const key = 'Canary-KEY-0123456789';
    for (const location of [`https://evil.example/?key=${key}`, `https://${key}.evil.example/`]) {
      const { client } = await rigs.start((_request, wire) => wire.answer(302, '', { location }), {
        as: { kind: 'apiKey', key },
      });
      const error = await failure(client.call('models.list', {}));
      assert.equal(error.reason, 'redirect');
      assert.doesNotMatch(inspect(error), /canary/i);
    }
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
