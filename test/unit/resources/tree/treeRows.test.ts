import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { Emitter } from '../../../../src/base/event';
import type { ResourceRef } from '../../../../src/catalog/ref';
import type { ResourceNode, TreeNode } from '../../../../src/resources/tree/nodes';
import { OlderResources } from '../../../../src/resources/tree/olderResources';
import { TreeModel } from '../../../../src/resources/tree/treeModel';
import { createCalls } from '../../../../src/service/calls';
import { ResourceStore } from '../../../../src/service/resourceStore';
import { type Answer, FakeClients } from '../../../fakes/client';
import { FakeClock } from '../../../fakes/clock';
import { FakeMemento } from '../../../fakes/memento';
import { MINE } from '../../../fakes/room';

const ZOO = 'corpora/zoo';
const BIRDS = `${ZOO}/documents/birds`;
const LISTS: { readonly [id: string]: readonly JsonObject[] } = {
  'corpora.list': [
    { name: ZOO, displayName: 'Zoo' },
    { name: 'corpora/b', displayName: 'Attic' },
  ],
  'corpora.documents.list': [{ name: BIRDS, displayName: 'Birds' }],
  'corpora.documents.chunks.list': [
    { name: `${BIRDS}/chunks/one`, data: { stringValue: 'Brent goose' }, state: 'STATE_ACTIVE' },
    { name: `${BIRDS}/chunks/two`, data: { stringValue: 'Red knot' }, state: 'STATE_FAILED' },
  ],
  'corpora.permissions.list': [
    { name: `${ZOO}/permissions/x`, granteeType: 'EVERYONE', role: 'READER' },
  ],
  'tunedModels.list': [{ name: 'tunedModels/t', displayName: 'T', state: 'CREATING' }],
};
const FIELDS: { readonly [id: string]: string } = {
  'corpora.list': 'corpora',
  'corpora.documents.list': 'documents',
  'corpora.documents.chunks.list': 'chunks',
  'corpora.permissions.list': 'permissions',
  'tunedModels.list': 'tunedModels',
};

const zoo: Answer = ({ id }) => ({ [FIELDS[id] ?? 'none']: LISTS[id] ?? [] });

/** A document with so many chunks, in pages of 100. */
function manyChunks(count: number): Answer {
  return (call) => {
    if (call.id !== 'corpora.documents.chunks.list') return zoo(call);
    const from = Number(call.input.pageToken ?? 0);
    const to = Math.min(from + 100, count);
    const chunks = Array.from({ length: to - from }, (_, index) => ({
      name: `${BIRDS}/chunks/c${from + index}`,
    }));
    return { chunks, ...(to < count && { nextPageToken: String(to) }) };
  };
}

function setUp(answer: Answer = zoo) {
  const clients = new FakeClients(answer);
  const calling = createCalls(clients);
  const store = new ResourceStore(calling);
  const clock = new FakeClock();
  const kept = new FakeMemento();
  void kept.update('resources.older', [[MINE.id, { holds: ['tunedModel', 'corpus'] }]]);
  const older = new OlderResources({ store, calls: calling, kept, clock });
  const model = new TreeModel({
    connections: {
      list: () => [MINE],
      find: () => MINE,
      active: MINE,
      activate: () => Promise.resolve(),
      onDidChange: new Emitter<void>().event,
    },
    store,
    clock,
    older,
    onListFailed: () => undefined,
  });
  const fired: (TreeNode | undefined)[] = [];
  model.onDidChange((row) => fired.push(row));
  /** The rows below the row of these kinds or names, from the top. */
  const open = async (...path: readonly string[]): Promise<readonly TreeNode[]> => {
    let rows = await model.children(undefined);
    for (const step of path) {
      const row = rows.find((one) =>
        one.node === 'resource' ? one.name === step : one.kind === step,
      );
      assert.ok(row, `There is no ${step}.`);
      rows = await model.children(row);
    }
    return rows;
  };
  const calls = () => clients.calls.map(({ id }) => id);
  return { model, store, clients, fired, open, calls, clock };
}

const chunks: ResourceRef = {
  connection: MINE.id,
  version: 'v1beta',
  kind: 'chunk',
  name: BIRDS,
  collection: true,
};
const chunk = (id: string): ResourceRef => ({
  connection: MINE.id,
  version: 'v1beta',
  kind: 'chunk',
  name: `${BIRDS}/chunks/${id}`,
});
const shapes = (rows: readonly TreeNode[]) => rows.map(({ node, kind }) => `${node} ${kind}`);
const names = (rows: readonly TreeNode[]) => rows.map(({ name }) => name.split('/').at(-1));
const TO_CHUNKS = ['corpus', ZOO, 'document', BIRDS];

describe('rows of the tree', () => {
  it('have their id beside a name that another one has too', async () => {
    const { open } = setUp(({ id }) => {
      if (id !== 'corpora.list') return {};
      const names = ['Zoo', 'Attic', 'Zoo'];
      return { corpora: names.map((displayName, at) => ({ name: `corpora/c${at}`, displayName })) };
    });
    const rows = await open('corpus');
    const twins = rows.map((row) => (row.node === 'resource' ? row.twin : 'none'));
    assert.deepEqual(twins, ['c0', undefined, 'c2']);
  });

  it('opens a corpus without a call, its documents with one, and a document for its chunks', async () => {
    const { open, calls } = setUp();
    await open('corpus');
    assert.deepEqual(calls(), ['corpora.list']);
    const below = await open('corpus', ZOO);
    assert.deepEqual(shapes(below), ['collection document', 'collection corpusPermission']);
    assert.deepEqual(calls(), ['corpora.list']);
    assert.deepEqual(shapes(await open(...TO_CHUNKS)), ['resource chunk', 'resource chunk']);
    assert.deepEqual(calls().slice(1), ['corpora.documents.list', 'corpora.documents.chunks.list']);
  });

  it('draws one row anew for what is done to it, and the same object', async () => {
    const { store, open, fired } = setUp();
    const [one] = (await open(...TO_CHUNKS)) as readonly ResourceNode[];
    const work = store.mark([chunk('one')], 'deleting');
    assert.deepEqual(fired, [one]);
    assert.equal(one?.work, 'deleting');
    work.dispose();
    assert.equal(one.work, undefined);
    store.merge(chunk('one'), { name: chunk('one').name, state: 'STATE_FAILED' });
    assert.equal(one.resource.state, 'STATE_FAILED');
    assert.deepEqual(fired, [one, one, one]);
  });

  it('shows what matches a filter with the rows above it, and all below a match', async () => {
    const { model, open } = setUp();
    await open(...TO_CHUNKS);
    const filter = (text: string) => model.arrange({ ...model.arrangement, filter: text });
    filter('GOOSE');
    assert.deepEqual(names(await open('corpus')), ['zoo']);
    assert.deepEqual(names(await open(...TO_CHUNKS)), ['one']);
    const [hint, ...others] = await open('tunedModel');
    assert.deepEqual([hint?.node, others], ['empty', []], 'of a collection that has no match');
    filter('birds');
    assert.deepEqual(names(await open(...TO_CHUNKS)), ['one', 'two']);
    filter('nothing like it');
    assert.deepEqual(await open('corpus'), []);
    filter('');
    assert.deepEqual(names(await open('corpus')), ['zoo', 'b']);
  });

  it('offers to search the rest where a filter can only see some pages', async () => {
    const { model, open } = setUp(manyChunks(250));
    await open(...TO_CHUNKS);
    model.arrange({ ...model.arrangement, filter: 'c240' });
    const [more, ...others] = await open(...TO_CHUNKS);
    assert.deepEqual(others, []);
    assert.ok(more?.node === 'more' && more.isFiltered);
    await model.loadAll(chunks);
    assert.deepEqual(names(await open(...TO_CHUNKS)), ['c240']);
  });

  it('sorts by name and groups by state, and keeps the order of the service otherwise', async () => {
    const { model, open } = setUp();
    model.arrange({ filter: '', sort: 'name', group: 'none' });
    assert.deepEqual(names(await open('corpus')), ['b', 'zoo']);
    model.arrange({ filter: '', sort: 'server', group: 'state' });
    const groups = await open(...TO_CHUNKS);
    assert.deepEqual(
      groups.map((row) => row.node === 'group' && [row.word?.message, row.count]),
      [
        ['active', 1],
        ['failed', 1],
      ],
    );
    const [, failed] = groups;
    assert.deepEqual(names(await model.children(failed)), ['two']);
  });

  it('finds the row of what is loaded, with the rows above it, and asks for nothing', async () => {
    const { model, open, calls } = setUp();
    assert.equal(await model.locate(chunk('two')), undefined);
    assert.deepEqual(calls(), []);
    await open(...TO_CHUNKS);
    const before = calls().length;
    let row = await model.locate(chunk('two'));
    const path: string[] = [];
    for (; row; row = model.parent(row)) path.push(`${row.node} ${row.kind}`);
    assert.deepEqual(path, [
      'resource chunk',
      'resource document',
      'collection document',
      'resource corpus',
      'collection corpus',
    ]);
    assert.equal(calls().length, before);
  });
});
