import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activated, resetConnections } from './support/extension';
import { rowsOf } from './support/tree';

describe('file search stores', () => {
  before(async () => {
    await resetConnections();
    await vscode.commands.executeCommand('generativeLanguage.useEmulator');
  });
  after(() => resetConnections());

  it('are rows with their documents below, which nobody can change', async () => {
    const { tree } = await activated();
    const [store] = await rowsOf('fileSearchStore');
    assert.equal(store?.node, 'resource');
    const item = await tree.getTreeItem(store);
    assert.equal(item.label, 'Harbour library');
    assert.match(String(item.description), /^1 failed · \d+ documents · /);
    const documents = (await tree.getChildren(store)) ?? [];
    assert.ok(documents.length >= 3);
    for (const row of documents) {
      assert.equal(row.node, 'resource');
      assert.doesNotMatch(row.words, /can:(rename|create)\b/);
    }
  });

  it('are what a playground searches in that asks about one', async () => {
    const { playground } = await activated();
    const [store] = await rowsOf('fileSearchStore');
    assert.ok(store);
    await vscode.commands.executeCommand('generativeLanguage.askStore', store);
    const { session } = (await playground.panels()).all.at(-1) ?? {};
    assert.deepEqual(session?.conversation.settings.requests?.chat?.tools, [
      { fileSearch: { fileSearchStoreNames: [store.name] } },
    ]);
  });
});
