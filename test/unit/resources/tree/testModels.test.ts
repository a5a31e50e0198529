import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { TreeNode } from '../../../../src/resources/tree/nodes';
import { setUp } from './treeModelWorld';

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
});
