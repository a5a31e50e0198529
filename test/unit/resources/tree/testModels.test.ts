import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { kindRow } from '../../../../src/catalog/kinds';
import { demoModels } from '../../../../src/emulator/seeds/demoModels';
import { packModels } from '../../../../src/emulator/seeds/packModels';
import { AS_LISTED } from '../../../../src/resources/tree/arrangement';
import type { TreeNode } from '../../../../src/resources/tree/nodes';
import { mine, setUp } from './treeModelWorld';

const LIVE = { name: 'models/gemini-live', displayName: 'Live' };
const FLASH = { name: 'models/emulator-flash', displayName: 'Emulator Flash' };
const PRO = { name: 'models/emulator-pro', displayName: 'Emulator Pro' };
const LEGACY = {
  name: 'models/emulator-text-001',
  supportedGenerationMethods: ['generateText'],
};

const serving = (models: readonly JsonObject[]) =>
  setUp(({ id }) => (id === 'models.list' ? { models } : {}));
const shape = (row: TreeNode) =>
  row.node === 'group' ? `${row.word?.message} ${row.count}` : row.name;

describe('test models in the tree', () => {
  it('have a group after the other models', async () => {
    const { model, rows } = serving([FLASH, LEGACY, PRO, LIVE]);
    const all = await rows();
    assert.deepEqual(all.map(shape), [LIVE.name, 'Test Models 3']);
    assert.deepEqual((await model.children(all[1])).map(shape), [
      FLASH.name,
      LEGACY.name,
      PRO.name,
    ]);
  });

  it('have no group if there are no other models', async () => {
    const { rows } = serving([FLASH, PRO]);
    assert.deepEqual((await rows()).map(shape), [FLASH.name, PRO.name]);
  });

  it('are found by a filter without their group, and by name', async () => {
    const { model, rows } = serving([FLASH, PRO, LIVE]);
    model.arrange({ ...AS_LISTED, filter: 'flash' });
    assert.deepEqual((await rows()).map(shape), [FLASH.name]);
    model.arrange(AS_LISTED);
    const [, group] = await rows();
    const ref: ResourceRef = {
      connection: mine.id,
      version: 'v1beta',
      kind: 'model',
      name: PRO.name,
    };
    const found = await model.locate(ref);
    assert.equal(found?.name, PRO.name);
    assert.equal(model.parent(found), group);
  });

  it('are the emulator’s own models, and none of the live API', () => {
    const { tests } = kindRow('model');
    const isTest = ({ model }: { readonly model: JsonObject }) => tests?.has(model);
    const live = demoModels.filter((one) => !isTest(one)).map(({ model }) => model.name);
    assert.deepEqual(live, ['models/aqa']);
    assert.deepEqual(packModels().filter(isTest), []);
  });
});
