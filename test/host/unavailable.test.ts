import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FaultServer, type Script } from '../fakes/faultServer';
import { activated, resetConnections } from './support/extension';
import { rowsOf, treeRows } from './support/tree';

const ID = 'retired1';

/** How a service says that it has no method. */
const answers: { readonly [what: string]: Script } = {
  'does not find it, and says nothing': (_request, wire) => wire.answer(404, ''),
  'does not find it, in words': (_request, wire) =>
    wire.json(404, { error: { code: 404, message: 'Not found.', status: 'NOT_FOUND' } }),
  'has not implemented it': (_request, wire) =>
    wire.json(501, { error: { code: 501, message: 'Gone.', status: 'UNIMPLEMENTED' } }),
};

describe('a service without corpora', () => {
  let server: FaultServer;
  let answerCorpora: Script;

  const asked = () =>
    server.requests.filter(({ target }) => /^\/[^/]+\/corpora\b/.test(target)).length;

  before(async () => {
    await resetConnections();
    server = await FaultServer.start((request, wire) => {
      if (request.target.includes('/corpora')) return answerCorpora(request, wire);
      return wire.json(200, { models: [{ name: 'models/a', displayName: 'A' }] });
    });
  });
  after(async () => {
    await resetConnections();
    await server.close();
  });

  for (const [what, script] of Object.entries(answers)) {
    it(`is told in one row where it ${what}, and is not asked again until a refresh`, async () => {
      answerCorpora = script;
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
      assert.equal(item.label, 'The service no longer offers corpora');
      assert.match(item.accessibilityInformation?.label ?? '', /It answered “.+”\. .*file search/);
      assert.equal((await rowsOf('corpus')).length, 1);
      assert.equal((await treeRows()).length, 1);
      assert.equal((await rowsOf('corpus')).length, 1);
      assert.equal(asked(), before + 1);
      await vscode.commands.executeCommand('generativeLanguage.refresh');
      assert.equal((await rowsOf('corpus'))[0]?.node, 'unavailable');
      assert.equal(asked(), before + 2);
    });
  }
});
