import assert from 'node:assert/strict';
import { decodeErrorEnvelope } from '../../../src/api/errors/decode';
import { CancelledError } from '../../../src/base/errors';
import { ResourceStore } from '../../../src/service/resourceStore';
import { createCalls } from '../../../src/service/calls';
import type { StoreChange } from '../../../src/service/store';
import { FakeClients, type Answer } from '../../fakes/client';
import { deferred, models, numberedModels } from './models';

function setUp(answer: Answer) {
  const clients = new FakeClients(answer);
  const store = new ResourceStore(createCalls(clients));
  const changes: StoreChange[] = [];
  store.onDidChange((change) => changes.push(change));
  return { clients, store, changes };
}

const names = (items: readonly { readonly [key: string]: unknown }[]) =>
  items.map(({ name }) => name);

describe('store', () => {
  it('loads 2,500 models page by page, each once, in the order of the service', async () => {
    const { store, clients, changes } = setUp(numberedModels(2500));
    let list = await store.list(models);
    assert.equal(list.items.length, 1000);
    while (list.nextPageToken !== undefined) list = await store.loadMore(models);
    assert.deepEqual(
      names(list.items),
      Array.from({ length: 2500 }, (_, index) => `models/m${index}`),
    );
    assert.deepEqual(
      clients.calls.map(({ id, input, version }) => [id, input, version]),
      [
        ['models.list', { pageSize: 1000 }, 'v1beta'],
        ['models.list', { pageSize: 1000, pageToken: '1000' }, 'v1beta'],
        ['models.list', { pageSize: 1000, pageToken: '2000' }, 'v1beta'],
      ],
    );
    assert.equal(changes.length, 2);
    assert.equal(await store.loadMore(models), list);
    assert.equal(clients.calls.length, 3);
  });

  it('asks once for callers that come together, and not again for later ones', async () => {
    const { store, clients } = setUp(numberedModels(3));
    const lists = await Promise.all(Array.from({ length: 20 }, () => store.list(models)));
    assert.equal(new Set(lists).size, 1);
    assert.equal(store.peek(models), lists[0]);
    await store.list(models);
    assert.equal(clients.calls.length, 1);
  });

  it('drops an answer that a refresh overtook, whichever comes last', async () => {
    const [old, fresh] = [deferred<unknown>(), deferred<unknown>()];
    const answers = [old.promise, fresh.promise];
    const { store } = setUp(() => answers.shift());
    const first = store.list(models);
    store.invalidate(models);
    const second = store.list(models);
    fresh.resolve({ models: [{ name: 'models/new' }] });
    assert.deepEqual(names((await second).items), ['models/new']);
    old.resolve({ models: [{ name: 'models/old' }] });
    assert.deepEqual(names((await first).items), ['models/new']);
    assert.deepEqual(names(store.peek(models)?.items ?? []), ['models/new']);
  });

  it('fails for all who wait, forgets the failure, and succeeds when tried again', async () => {
    const { store, clients } = setUp(() => Promise.reject(new Error('503')));
    const failed = await Promise.allSettled([store.list(models), store.list(models)]);
    assert.ok(failed.every(({ status }) => status === 'rejected'));
    assert.equal(clients.calls.length, 1);
    clients.answer = numberedModels(2);
    assert.equal((await store.list(models)).items.length, 2);
  });

  it('keeps what is loaded when the next page fails, and goes on from there', async () => {
    const { store, clients } = setUp(numberedModels(1500));
    await store.list(models);
    clients.answer = () => Promise.reject(new Error('503'));
    await assert.rejects(store.loadMore(models), /503/);
    assert.equal(store.peek(models)?.items.length, 1000);
    clients.answer = numberedModels(1500);
    assert.equal((await store.loadMore(models)).items.length, 1500);
  });

  it('keeps one of each name when pages overlap, with the newer content in its place', async () => {
    const pages = [
      { models: [{ name: 'models/a' }, { name: 'models/b', version: '1' }], nextPageToken: 't' },
      { models: [{ name: 'models/b', version: '2' }, { name: 'models/c' }, { nameless: true }] },
    ];
    const { store } = setUp(() => pages.shift());
    await store.list(models);
    assert.deepEqual((await store.loadMore(models)).items, [
      { name: 'models/a' },
      { name: 'models/b', version: '2' },
      { name: 'models/c' },
    ]);
  });

  it('merges a single resource into its list, and says so', async () => {
    const { store, clients, changes } = setUp(numberedModels(3));
    await store.list(models);
    clients.answer = ({ input }) => ({ ...input, version: '2' });
    const ref = {
      connection: 'aaaa1111',
      version: 'v1beta',
      kind: 'model',
      name: 'models/m1',
    } as const;
    const [first, second] = await Promise.all([store.get(ref), store.get(ref)]);
    assert.equal(first, second);
    assert.deepEqual(store.peek(models)?.items[1], { name: 'models/m1', version: '2' });
    assert.deepEqual(changes, [{ connection: 'aaaa1111', version: 'v1beta', ref, fetched: first }]);
    assert.equal(clients.calls.length, 2);
  });

  it('lists again as much as was loaded, and shows it all at once', async () => {
    const { store, clients, changes } = setUp(numberedModels(2500));
    await store.list(models);
    await store.loadMore(models);
    const before = store.peek(models);
    assert.equal(before?.items.length, 2000);
    changes.length = 0;
    const asked = clients.calls.length;
    const [one, other] = await Promise.all([store.renew(models), store.renew(models)]);
    assert.equal(one, other);
    assert.equal(clients.calls.length - asked, 2);
    assert.equal(store.peek(models)?.items.length, 2000);
    assert.notEqual(store.peek(models), before);
    assert.equal(changes.length, 1);
  });

  it('ends the wait of a caller that gives up, and only that', async () => {
    const late = deferred<unknown>();
    const { store, clients } = setUp(() => late.promise);
    const controller = new AbortController();
    const given = store.list(models, controller.signal);
    const kept = store.list(models);
    controller.abort();
    await assert.rejects(given, CancelledError);
    late.resolve({ models: [{ name: 'models/a' }] });
    assert.equal((await kept).items.length, 1);
    assert.equal(clients.calls.length, 1);
    await assert.rejects(store.list(models, AbortSignal.abort()), CancelledError);
  });

  it('keeps connections and versions apart', async () => {
    const { store } = setUp(({ connection, version }) => ({
      models: [{ name: `models/${connection}-${version ?? ''}` }],
    }));
    const other = { ...models, connection: 'bbbb2222' };
    await store.list(models);
    await store.list(other);
    await store.list({ ...models, version: 'v1' });
    store.invalidate({ connection: 'aaaa1111' });
    assert.equal(store.peek(models), undefined);
    assert.equal(store.peek({ ...models, version: 'v1' }), undefined);
    assert.deepEqual(names(store.peek(other)?.items ?? []), ['models/bbbb2222-v1beta']);
  });

  describe('asked for what is no more', () => {
    const files = { ...models, kind: 'file' } as const;
    const file = { ...files, name: 'files/a' } as const;
    const refusal = (httpStatus: number, message: string) =>
      decodeErrorEnvelope({ error: { code: httpStatus, message } }, httpStatus);
    const GONE = 'You do not have permission to access the File a or it may not exist.';

    async function ask(error: Error) {
      const { store, changes } = setUp(({ id }) => {
        if (id.endsWith('.list')) return { files: [{ name: 'files/a' }] };
        throw error;
      });
      await store.list(files);
      await assert.rejects(store.get(file), error);
      const gone = changes.filter((change) => change.gone).map((change) => change.gone);
      return { left: names(store.peek(files)?.items ?? []), gone };
    }

    it('takes a file out of what is loaded, says which one it was, and throws all the same', async () => {
      for (const error of [refusal(403, GONE), refusal(404, 'Not found.')]) {
        const { left, gone } = await ask(error);
        assert.deepEqual([left, gone], [[], [{ name: 'files/a' }]]);
      }
    });
  });
});
