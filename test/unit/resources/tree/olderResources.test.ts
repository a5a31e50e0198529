import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { childKinds, type KindId, kindRow } from '../../../../src/catalog/kinds';
import type { ResourceRef } from '../../../../src/catalog/ref';
import type { TreeNode } from '../../../../src/resources/tree/nodes';
import type { Connection } from '../../../../src/service/connection';
import type { Answer } from '../../../fakes/client';
import { FakeMemento } from '../../../fakes/memento';
import { mine, setUp } from './treeModelWorld';

const settle = () => new Promise(setImmediate);
const DAY = 24 * 3_600_000;

const FLASH = { name: 'models/flash', supportedGenerationMethods: ['generateContent'] };
const BISON = {
  name: 'models/bison',
  displayName: 'Bison',
  supportedGenerationMethods: ['generateText', 'countTextTokens'],
};
const ZOO = { name: 'corpora/zoo', displayName: 'Zoo' };

interface Held {
  readonly models?: readonly JsonObject[];
  readonly corpora?: readonly JsonObject[];
  readonly tunedModels?: readonly JsonObject[];
}

const serving =
  ({ models = [FLASH], corpora = [], tunedModels = [] }: Held = {}): Answer =>
  ({ id }) => {
    if (id === 'models.list') return { models };
    if (id === 'corpora.list') return { corpora };
    if (id === 'tunedModels.list') return { tunedModels };
    return {};
  };

const signedIn: Connection = { ...mine, auth: 'oauth' };

/** A window that has never seen the connection. */
function open(answer: Answer, connection: Connection = signedIn, kept = new FakeMemento()) {
  const world = setUp(answer, kept);
  world.window.active = connection;
  const { model, clients } = world;
  const top = async () => (await model.children(undefined)).map(shape);
  const below = async (mark: string) => {
    const rows = await model.children(undefined);
    const found = rows.find((row) => shape(row) === mark);
    assert.ok(found, `There is no ${mark} among ${rows.map(shape).join(', ')}.`);
    return await model.children(found);
  };
  /** As VS Code does at first: the models are open. */
  const look = async () => {
    await below('model');
    await settle();
  };
  const asked = () => clients.calls.map(({ id, input }) => [id, input.pageSize]);
  return { ...world, top, below, look, asked };
}

const shape = (row: TreeNode) => (row.node === 'collection' ? row.kind : row.node);
const root = (kind: KindId): ResourceRef => ({
  connection: mine.id,
  version: 'v1beta',
  kind,
  name: '',
  collection: true,
});
const AT_TOP = childKinds().filter((kind) => kindRow(kind).section === undefined);
const without = (...kinds: readonly KindId[]) => [
  ...AT_TOP.filter((kind) => !kinds.includes(kind)),
  'section',
];
const ALL = without();
const TODAY = without('tunedModel', 'corpus');

describe('older resources', () => {
  it('are not shown where a connection has none, and cost one small call each, after the models', async () => {
    const { top, look, asked } = open(serving());
    assert.deepEqual(await top(), TODAY);
    assert.deepEqual(asked(), []);
    await look();
    assert.deepEqual(await top(), TODAY);
    assert.deepEqual(asked(), [
      ['models.list', 1000],
      ['tunedModels.list', 1],
      ['corpora.list', 1],
    ]);
  });

  it('are not asked for again, in this window or another, until a week has gone by or the user refreshes', async () => {
    const kept = new FakeMemento();
    const first = open(serving(), signedIn, kept);
    await first.look();
    await first.look();
    assert.equal(first.asked().length, 3);
    const second = open(serving(), signedIn, kept);
    await second.look();
    assert.equal(second.asked().length, 1);
    await second.model.refresh(undefined);
    await second.look();
    assert.equal(second.asked().length, 4);
    const third = open(serving(), signedIn, kept);
    third.clock.advance(8 * DAY);
    await third.look();
    assert.equal(third.asked().length, 3);
  });

  it('stay where they always were with the emulator, and nothing is found out', async () => {
    const { top, look, asked } = open(serving({ models: [FLASH, BISON] }), {
      ...mine,
      id: 'emulator',
    });
    assert.deepEqual(await top(), ALL);
    await look();
    assert.deepEqual(await top(), ALL);
    assert.equal(asked().length, 1);
  });

  it('show behind all others where the user asks, and no longer where not; the window keeps that', async () => {
    const kept = new FakeMemento();
    const { model, top, below, look, asked } = open(serving(), signedIn, kept);
    assert.equal(model.olderState, 'hidden');
    const row = await model.showOlder(true);
    assert.equal(row?.node, 'older');
    assert.equal(row.words, 'node:older kind:tunedModel');
    assert.equal(model.olderState, 'shown');
    assert.deepEqual(await top(), [...TODAY, 'older']);
    assert.deepEqual((await below('older')).map(shape), ['tunedModel', 'corpus']);
    // They are there to be opened: nothing needs to be found out.
    await look();
    assert.equal(asked().length, 1);
    assert.deepEqual(await open(serving(), signedIn, kept).top(), [...TODAY, 'older']);
    assert.equal(await model.showOlder(false), undefined);
    assert.deepEqual(await top(), TODAY);
  });

  it('come to the top with the first that is made, under their ids, with the rows below them', async () => {
    const { model, store, top, below, clients } = open(serving());
    await model.showOlder(true);
    const [, corpora] = await below('older');
    assert.ok(corpora);
    assert.deepEqual((await model.children(corpora)).map(shape), ['empty']);
    clients.answer = serving({ corpora: [ZOO] });
    store.merge({ ...root('corpus'), name: 'corpora/zoo' } as ResourceRef, ZOO);
    assert.deepEqual(await top(), [...without('tunedModel'), 'older']);
    const [, home] = await model.children(undefined);
    assert.equal(home, corpora);
    assert.equal(model.parent(corpora), undefined);
    const [zoo] = await model.children(corpora);
    assert.equal(zoo?.name, 'corpora/zoo');
    assert.equal(model.parent(zoo), corpora);
  });
});
