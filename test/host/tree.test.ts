import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activated, resetConnections } from './support/extension';
import { told } from './support/playground';
import { rootOf, rowsBelow, rowsOf, treeRows } from './support/tree';
import { useWindowEmulator } from './support/windowEmulator';

const run = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);

describe('rows of the tree', () => {
  before(useWindowEmulator);
  after(resetConnections);

  it('stand below what they belong to, and say so to VS Code', async () => {
    const { tree } = await activated();
    const [corpus] = await rowsOf('corpus');
    assert.equal(corpus?.node, 'resource');
    const below = await rowsBelow(corpus);
    assert.deepEqual(
      below.map(({ kind }) => kind),
      ['document', 'corpusPermission'],
    );
    const [documents] = below;
    const [document] = await rowsBelow(documents);
    const [chunk] = await rowsBelow(document);
    assert.ok(chunk && documents && document);
    assert.equal(chunk.kind, 'chunk');
    assert.equal(await tree.getParent?.(chunk), document);
    assert.equal(await tree.getParent?.(document), documents);
    assert.equal(await tree.getParent?.(documents), corpus);
    for (const row of [corpus, documents, document, chunk]) {
      const item = await tree.getTreeItem(row);
      assert.ok(item.accessibilityInformation?.label, row.id);
      assert.equal(item.tooltip, undefined);
    }
  });

  it('copy all names that are selected, one per line', async () => {
    const [first, second] = await treeRows();
    assert.ok(first && second);
    await run('copyName', second, [first, second]);
    assert.equal(await vscode.env.clipboard.readText(), `${second.name}\n${first.name}`);
  });
  it('are left alone by the title of the view, also where one of them has the focus', async () => {
    const { services, playground } = await activated();
    const [corpus] = await rowsOf('corpus');
    assert.ok(corpus);
    const root = await rootOf('model');
    await services.store.list(root);
    await run('title.refresh', corpus, [corpus]);
    assert.equal(services.store.peek(root), undefined, 'The models are not asked for anew.');
    await services.store.list(root);
    const panels = await playground.panels();
    for (const command of ['title.openPlayground', 'openPlayground']) {
      const before = new Set(panels.all);
      await run(command, corpus, [corpus]);
      const opened = panels.all.find((panel) => !before.has(panel));
      assert.ok(opened, command);
      await told(opened, () => opened.session.state.model !== undefined);
      assert.equal(opened.session.state.model?.name.startsWith('models/'), true, command);
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
