import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConnectionTarget } from '../../src/catalog/ref';
import type { ResourceNode } from '../../src/resources/tree/nodes';
import { EMULATOR_ID } from '../../src/service/connection';
import { FakePrompts } from '../fakes/prompts';
import { activated, resetConnections, withPrompts } from './support/extension';
import { startModelServer } from './support/modelServer';
import { rowsOf, treeRows } from './support/tree';
import { useWindowEmulator } from './support/windowEmulator';

const run = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);

async function firstModel(): Promise<ResourceNode> {
  const [first] = await treeRows();
  assert.equal(first?.node, 'resource');
  return first;
}

function documentUri(path: string): vscode.Uri {
  return vscode.Uri.from({ scheme: 'genlang', path });
}

/** What is shown at a place once the language server has read the document and its schema. */
async function hoversAt(uri: vscode.Uri, position: vscode.Position): Promise<string> {
  const command = 'vscode.executeHoverProvider';
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(command, uri, position);
  const contents = hovers.flatMap((hover) => hover.contents);
  return contents.map((part) => (part as vscode.MarkdownString).value).join('\n');
}

async function failureOf(work: Thenable<unknown>): Promise<Error & { code?: string }> {
  try {
    await work;
  } catch (error) {
    return error as Error;
  }
  throw new Error('That should have failed.');
}

describe('resources', () => {
  before(useWindowEmulator);
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await resetConnections();
  });

  it('show the emulator’s models under the first root', async () => {
    const { tree, services } = await activated();
    assert.equal(services.connections.active?.id, EMULATOR_ID);
    const [root] = (await tree.getChildren()) ?? [];
    assert.ok(root);
    const { label, collapsibleState } = await tree.getTreeItem(root);
    const { Expanded } = vscode.TreeItemCollapsibleState;
    assert.deepEqual([label, collapsibleState], ['Models', Expanded]);
    const first = await firstModel();
    const item = await tree.getTreeItem(first);
    assert.equal(item.label, first.resource.displayName);
    assert.match(String(item.description), /^[\d.]+[kM]? in · [\d.]+[kM]? out$/);
    assert.equal(item.tooltip, undefined);
    assert.match(item.accessibilityInformation?.label ?? '', /, model, .*input tokens: [^,]+, /);
  });

  it('offer to sign in where a key does not do, with what to do in the tooltip', async () => {
    const server = await startModelServer('k-tuned', [{ name: 'models/a', displayName: 'A' }]);
    const { tree, services } = await activated();
    try {
      const prompts = new FakePrompts(server.origin, 'k-tuned');
      await withPrompts(prompts, () => Promise.resolve(run('addApiKeyForEndpoint')));
      // Behind the others, as long as nobody knows whether there is any.
      await run('showOlder');
      const [row, ...others] = await rowsOf('tunedModel');
      assert.ok(row);
      assert.deepEqual(others, []);
      const item = await tree.getTreeItem(row);
      assert.equal(item.label, 'Sign in to see tuned models');
      assert.equal((item.iconPath as vscode.ThemeIcon).id, 'account');
      assert.equal(item.command?.command, 'generativeLanguage.signIn');
      const [target] = item.command.arguments as [ConnectionTarget];
      assert.equal(target.connection, services.connections.active?.id);
      assert.ok(target.scopes?.includes('https://www.googleapis.com/auth/cloud-platform'));
      const why = /^This API method doesn’t accept API keys\. Sign in with an account instead\.$/;
      const token = new vscode.CancellationTokenSource().token;
      const resolved = await tree.resolveTreeItem?.(item, row, token);
      assert.match((resolved?.tooltip ?? '') as string, why);
      assert.equal(server.seen.filter(({ path }) => path.includes('tunedModels')).length, 1);
      // Where no key can ever do, nothing is asked.
      const [corpora] = await rowsOf('corpus');
      assert.ok(corpora?.node === 'error' && corpora.signIn);
      assert.equal(server.seen.filter(({ path }) => path.includes('corpora')).length, 0);
    } finally {
      await server.close();
      await resetConnections();
      await run('useEmulator');
    }
  });

  it('open as read-only JSON in the service’s order, with a schema', async () => {
    const first = await firstModel();
    await run('open', first);
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.ok(document);
    assert.equal(document.uri.toString(), `genlang:/emulator/v1beta/${first.name}.json`);
    assert.equal(document.languageId, 'json');
    const parsed = JSON.parse(document.getText()) as { readonly [name: string]: unknown };
    assert.deepEqual(Object.keys(parsed), Object.keys(first.resource));
    assert.equal(document.getText(), `${JSON.stringify(parsed, undefined, 2)}\n`);
    const position = document.positionAt(document.getText().indexOf('inputTokenLimit'));
    const hovers = await hoversAt(document.uri, position);
    assert.match(hovers, /Maximum number of tokens in a prompt/);
  });

  it('cannot be written, renamed or deleted', async () => {
    const first = await firstModel();
    const uri = documentUri(`/emulator/v1beta/${first.name}.json`);
    const { fs } = vscode.workspace;
    assert.equal((await fs.stat(uri)).permissions, vscode.FilePermission.Readonly);
    assert.deepEqual(await fs.stat(uri), await fs.stat(uri));
    await failureOf(fs.writeFile(uri, new Uint8Array()));
    await failureOf(fs.delete(uri));
    await failureOf(fs.rename(uri, documentUri('/emulator/v1beta/models/other.json')));
  });

  it('draw hostile names as plain text', async () => {
    const name = '**x** $(trash) [a](command:b) <img src=x> \u202egnp.exe';
    const server = await startModelServer('k-hostile', [
      { name: 'models/hostile', displayName: name, version: name },
    ]);
    const { tree } = await activated();
    try {
      const prompts = new FakePrompts(server.origin, 'k-hostile');
      await withPrompts(prompts, () => Promise.resolve(run('addApiKeyForEndpoint')));
      const row = await firstModel();
      const item = await tree.getTreeItem(row);
      assert.equal(item.label, name.replace('\u202e', '\\u202e'));
      const token = new vscode.CancellationTokenSource().token;
      const resolved = await tree.resolveTreeItem?.(item, row, token);
      const tooltip = resolved?.tooltip;
      assert.ok(tooltip instanceof vscode.MarkdownString);
      assert.deepEqual(
        [
          tooltip.isTrusted ?? false,
          tooltip.supportHtml ?? false,
          tooltip.supportThemeIcons ?? false,
        ],
        [false, false, false],
      );
      assert.doesNotMatch(tooltip.value, /<img|\$\(|\]\(|\*\*x/);
    } finally {
      await server.close();
      await resetConnections();
      await run('useEmulator');
    }
  });

  it('show a failure as a row that tells what to do, and a way to try again', async () => {
    const server = await startModelServer('k-gone');
    const { tree } = await activated();
    const prompts = new FakePrompts(server.origin, 'k-gone');
    await withPrompts(prompts, () => Promise.resolve(run('addApiKeyForEndpoint')));
    await server.close();
    // The visible view may have listed it already.
    await run('refresh');
    try {
      const [row, ...others] = await treeRows();
      assert.deepEqual(others, []);
      assert.equal(row?.node, 'error');
      const item = await tree.getTreeItem(row);
      assert.ok(typeof item.label === 'string');
      assert.match(item.label, /127\.0\.0\.1/);
      assert.match(item.accessibilityInformation?.label ?? '', /^Couldn’t list Models\./);
      assert.match(item.contextValue ?? '', /can:showError can:refresh/);
      assert.equal(item.command?.command, 'generativeLanguage.showError');
      const shown = new FakePrompts(undefined);
      await withPrompts(shown, () => Promise.resolve(run('showError', row)));
      assert.equal(shown.asked[0]?.choices[0], 'Retry');
    } finally {
      await resetConnections();
      await run('useEmulator');
    }
  });
});
