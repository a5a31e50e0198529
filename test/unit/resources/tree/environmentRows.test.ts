import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { ResourceRef } from '../../../../src/catalog/ref';
import type { ResourceNode, TreeNode } from '../../../../src/resources/tree/nodes';
import type { Answer } from '../../../fakes/client';
import { mine, setUp } from './treeModelWorld';

const folder = (path: string) => ({ name: path.split('/').at(-1), path, type: 'directory' });
const file = (path: string) => ({ ...folder(path), type: 'file', size_bytes: '4' });

/** A service with one environment, whose folders have what is said by their paths. */
const serving =
  (folders: { readonly [path: string]: readonly JsonObject[] }): Answer =>
  ({ id, input }) => {
    if (id === 'environments.list') return { environments: [{ id: 'e1', status: 'active' }] };
    if (id !== 'environments.files.list') return {};
    const path = String(input.name).replace(/^environments\/e1\/files\/?/, '');
    return { files: folders[path] ?? [] };
  };

const entry = (path: string): ResourceRef => ({
  connection: mine.id,
  version: 'v1beta',
  kind: 'environmentFile',
  name: `environments/e1/files/${path}`,
});

async function open(folders: { readonly [path: string]: readonly JsonObject[] }) {
  const { model, clients, store } = setUp(serving(folders));
  const below = async (row: TreeNode | undefined): Promise<readonly TreeNode[]> =>
    await model.children(row);
  const find = async (rows: readonly TreeNode[], name: string): Promise<ResourceNode> => {
    const found = rows.find((row) => row.node === 'resource' && row.name === name);
    assert.equal(found?.node, 'resource', name);
    return found;
  };
  const section = (await below(undefined)).find(({ node }) => node === 'section');
  const root = (await below(section)).find(({ kind }) => kind === 'environment');
  const environment = await find(await below(root), 'environments/e1');
  return { model, clients, store, below, find, environment };
}

describe('rows of files of environments', () => {
  it('are listed folder by folder, each when it is opened', async () => {
    const { below, find, environment, clients, model } = await open({
      '': [folder('notes'), file('a.md')],
      notes: [folder('notes/deep')],
      'notes/deep': [file('notes/deep/x.txt')],
    });
    const top = await below(environment);
    const names = top.map((row) => [row.name.split('/files/')[1], 'hasRows' in row && row.hasRows]);
    assert.deepEqual(names, [
      ['notes', true],
      ['a.md', false],
    ]);
    const deep = await find(
      await below(await find(top, entry('notes').name)),
      entry('notes/deep').name,
    );
    const [x] = await below(deep);
    assert.equal(x?.name, entry('notes/deep/x.txt').name);
    const listed = clients.calls.filter(({ id }) => id === 'environments.files.list');
    assert.equal(listed.length, 3);
    assert.equal((await model.locate(entry('notes/deep/x.txt')))?.id, x.id);
  });

  it('are listed anew by a refresh of their folder', async () => {
    const folders: { [path: string]: readonly JsonObject[] } = { '': [folder('notes')], notes: [] };
    const { below, environment, model, store } = await open(folders);
    const [notes] = await below(environment);
    assert.ok(notes);
    await below(notes);
    folders.notes = [file('notes/new.txt')];
    await model.refresh(entry('notes'));
    await store.list({ ...entry('notes'), collection: true });
    const names = (await below(notes)).map(({ name }) => name);
    assert.deepEqual(names, [entry('notes/new.txt').name]);
  });
});
