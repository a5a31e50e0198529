import assert from 'node:assert/strict';
import { collect } from './cuts';
import { failure, Rigs } from './harness';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('pages', () => {
  it('are fetched one after the other, as the loop asks', async () => {
    const { client, server } = await rigs.start((request, wire) => {
      const token = new URL(request.target, 'http://h').searchParams.get('pageToken');
      const page = Number(token ?? 0);
      const more = page < 2 ? { nextPageToken: String(page + 1) } : {};
      return wire.json(200, { models: [{ name: `models/${page}` }], ...more });
    });
    const pages = await collect(client.pages('models.list', { pageSize: 1 }));
    assert.deepEqual(
      pages.map(({ models }) => models?.[0]?.name),
      ['models/0', 'models/1', 'models/2'],
    );
    assert.deepEqual(
      server.requests.map(({ target }) => target),
      [
        '/v1beta/models?pageSize=1',
        '/v1beta/models?pageSize=1&pageToken=1',
        '/v1beta/models?pageSize=1&pageToken=2',
      ],
    );
  });

  for (const circle of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    it(`that go in a circle of ${circle.length} end with an error`, async () => {
      const { client, server } = await rigs.start((_request, wire) =>
        wire.json(200, { nextPageToken: circle[(server.requests.length - 1) % circle.length] }),
      );
      const error = await failure(collect(client.pages('models.list', {})));
      assert.match(error.message, /same page twice/);
      assert.equal(server.requests.length, circle.length + 1);
    });
  }
});
