import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { childKinds, type KindId, kindRow } from '../../../../src/catalog/kinds';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { AS_LISTED } from '../../../../src/resources/tree/arrangement';
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
const GECKO = { name: 'models/gecko', supportedGenerationMethods: ['embedText'] };
const ZOO = { name: 'corpora/zoo', displayName: 'Zoo' };
const TUNED = { name: 'tunedModels/t', displayName: 'T', state: 'ACTIVE' };

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
  ...{ connection: mine.id, version: 'v1beta', kind, name: '', collection: true },
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

  it('are not asked for with a key where only an account may see them', async () => {
    const { look, asked } = open(serving(), mine);
    await look();
    assert.deepEqual(
      asked().map(([id]) => id),
      ['models.list', 'tunedModels.list'],
    );
  });

  it('fail nothing where finding out fails', async () => {
    const { look, top, failures } = open(({ id }) =>
      id === 'models.list' ? { models: [FLASH] } : Promise.reject(new Error('503')),
    );
    await look();
    assert.deepEqual(await top(), TODAY);
    assert.deepEqual(failures, []);
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

  it('stay where they are where they hold something, in later windows from the start', async () => {
    const kept = new FakeMemento();
    const { top, look, changes } = open(serving({ corpora: [ZOO] }), signedIn, kept);
    await look();
    const withCorpora = without('tunedModel');
    assert.deepEqual(changes, [undefined]);
    assert.deepEqual(await top(), withCorpora);
    const later = open(serving({ corpora: [ZOO] }), signedIn, kept);
    assert.deepEqual(await later.top(), withCorpora);
  });

  it('stay for as long as the window is open after the last one is gone, and not in the next', async () => {
    const kept = new FakeMemento();
    const first = open(serving({ tunedModels: [TUNED] }), signedIn, kept);
    await first.look();
    await first.below('tunedModel');
    first.clients.answer = serving();
    await first.model.refresh(root('tunedModel'));
    await first.below('tunedModel');
    await settle();
    assert.ok((await first.top()).includes('tunedModel'));
    assert.deepEqual(await open(serving(), signedIn, kept).top(), TODAY);
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

  it('have the models of PaLM in a part of their own, which says how many', async () => {
    const { model, top, below, look, changes } = open(serving({ models: [BISON, FLASH, GECKO] }));
    await look();
    assert.deepEqual(changes, [undefined]);
    assert.deepEqual(await top(), [...TODAY, 'older']);
    assert.deepEqual(
      (await below('model')).map(({ name }) => name),
      ['models/flash'],
    );
    const older = await below('older');
    assert.deepEqual(older.map(shape), ['tunedModel', 'corpus', 'group']);
    const part = older.at(-1);
    assert.ok(part?.node === 'group');
    assert.deepEqual([part.word?.message, part.count], ['Legacy Models', 2]);
    assert.deepEqual(
      (await model.children(part)).map(({ name }) => name),
      ['models/bison', 'models/gecko'],
    );
    assert.equal(model.olderState, 'none');
  });

  it('leave the models alone where there are no others', async () => {
    const { top, below, look } = open(serving({ models: [BISON] }));
    await look();
    assert.deepEqual(await top(), TODAY);
    assert.deepEqual(
      (await below('model')).map(({ name }) => name),
      ['models/bison'],
    );
  });

  it('keep their place while their list is fetched anew, and follow it', async () => {
    const { model, top, below, look, clients, store } = open(serving({ models: [BISON, FLASH] }));
    await look();
    const part = (await below('older')).at(-1);
    assert.ok(part);
    assert.equal((await model.children(part)).length, 1);
    store.invalidate(root('model'));
    assert.deepEqual(await top(), [...TODAY, 'older']);
    assert.equal((await model.children(part)).length, 1);
    clients.answer = serving({ models: [BISON, FLASH, GECKO] });
    await look();
    assert.equal((await below('older')).at(-1), part);
    assert.equal((await model.children(part)).length, 2);
  });

  it('are found by a filter, and by the name of a resource', async () => {
    const { model, below, look, top } = open(serving({ models: [BISON, FLASH] }));
    await look();
    model.arrange({ ...AS_LISTED, filter: 'bison' });
    assert.deepEqual((await top()).at(0), 'model');
    const part = (await below('older')).at(-1);
    assert.ok(part);
    assert.deepEqual(
      (await model.children(part)).map(({ name }) => name),
      ['models/bison'],
    );
    assert.deepEqual(
      (await below('model')).map(({ node }) => node),
      ['empty'],
    );
    model.arrange(AS_LISTED);
    const ref: ResourceRef = { ...root('model'), name: 'models/bison' };
    const { collection: _, ...bison } = ref;
    const found = await model.locate(bison);
    assert.equal(found?.name, 'models/bison');
    assert.equal(model.parent(found), part);
  });
});
