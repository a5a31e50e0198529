import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FaultServer } from '../fakes/faultServer';
import { activated, resetConnections } from './support/extension';
import { hideTree, rowsOf, treeRows } from './support/tree';

const ID = 'retired1';

describe('a service without corpora', () => {
  let server: FaultServer;

  const asked = () =>
    server.requests.filter(({ target }) => /^\/[^/]+\/corpora\b/.test(target)).length;

  before(async () => {
    await resetConnections();
    server = await FaultServer.start((request, wire) => {
      if (request.target.includes('/corpora')) return wire.answer(404, '');
      return wire.json(200, { models: [{ name: 'models/a', displayName: 'A' }] });
    });
  });
  after(async () => {
    await hideTree();
    await resetConnections();
    await server.close();
  });

  it('is told in one row, and is not asked again until a refresh', async () => {
    const { tree, services } = await activated();
    const settings = vscode.workspace.getConfiguration('generativeLanguage');
    const entry = { id: ID, name: 'Today', endpoint: server.origin, auth: 'none' };
    await settings.update('connections', [entry], vscode.ConfigurationTarget.Global);
    await services.connections.activate(ID);
    await vscode.commands.executeCommand('generativeLanguage.resources.focus');
    await vscode.commands.executeCommand('generativeLanguage.showOlder');
    await vscode.commands.executeCommand('generativeLanguage.refresh');
    const before = asked();
    const [row, ...others] = await rowsOf('corpus');
    assert.deepEqual(others, []);
    assert.equal(row?.node, 'unavailable');
    const item = await tree.getTreeItem(row);
    assert.equal(item.label, 'The API no longer offers corpora');
    assert.match(
      item.accessibilityInformation?.label ?? '',
      /File search stores replace corpora\./,
    );
    assert.equal((await rowsOf('corpus')).length, 1);
    assert.equal((await treeRows()).length, 1);
    assert.equal((await rowsOf('corpus')).length, 1);
    assert.equal(asked(), before + 1);
    await vscode.commands.executeCommand('generativeLanguage.refresh');
    assert.equal((await rowsOf('corpus'))[0]?.node, 'unavailable');
    assert.equal(asked(), before + 2);
  });
});
