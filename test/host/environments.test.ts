import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ResourceNode, TreeNode } from '../../src/resources/tree/nodes';
import { bytesSource, entryRef, openEntry, writeEntry } from '../../src/service/environmentFiles';
import { FakePrompts } from '../fakes/prompts';
import { activated, resetConnections, withPrompts } from './support/extension';
import { hideTree, rootOf, rowsBelow, rowsOf } from './support/tree';
import { useWindowEmulator } from './support/windowEmulator';

const run = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);

/** Replaces what the editor in front shows. */
async function write(text: string): Promise<vscode.TextDocument> {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor, 'No editor is open.');
  const { document } = editor;
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  await editor.edit((edit) => edit.replace(whole, text));
  return document;
}

/** The row of the one environment. */
async function onlyRow(): Promise<ResourceNode> {
  const [row, ...others] = await rowsOf('environment');
  assert.equal(row?.node, 'resource');
  assert.deepEqual(others, []);
  return row;
}

/** The rows below one, once they are there. */
async function below(row: TreeNode): Promise<readonly TreeNode[]> {
  const { services } = await activated();
  const { connection, version, name } = row;
  const kind = 'environmentFile';
  await services.store.list({ connection, version, kind, name, collection: true });
  return await rowsBelow(row);
}

async function labelsBelow(row: TreeNode): Promise<readonly unknown[]> {
  const { tree } = await activated();
  const items = (await below(row)).map(async (one) => (await tree.getTreeItem(one)).label);
  return await Promise.all(items);
}

async function contentOf(row: TreeNode, path: string): Promise<string> {
  const { services } = await activated();
  const client = await services.clients.get(row.connection);
  const pieces: Uint8Array[] = [];
  const ref = entryRef(row, path);
  for await (const piece of await openEntry(client, ref, { clock: { now: () => 0 } })) {
    pieces.push(Uint8Array.from(piece));
  }
  return Buffer.concat(pieces).toString();
}

describe('environments', () => {
  before(async () => {
    await useWindowEmulator();
  });
  after(async () => {
    await run('refresh');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await hideTree();
    await resetConnections();
  });

  it('are made by a document, whose files are rows that open, and go back when they are saved', async () => {
    const asJson = new FakePrompts('Edit as JSON');
    await withPrompts(asJson, async () => await run('create', await rootOf('environment')));
    const sources = [
      { type: 'inline', target: 'notes/tide.md', content: 'Low at noon.' },
      { type: 'inline', target: 'log.txt', content: 'Calm.' },
    ];
    const made = await write(JSON.stringify({ sources, network: 'disabled' }, undefined, 2));
    assert.ok(await made.save());
    const row = await onlyRow();
    assert.deepEqual(await labelsBelow(row), ['log.txt', 'notes']);
    const [, notes] = await below(row);
    assert.ok(notes);
    const [tide] = await below(notes);
    assert.equal(tide?.node, 'resource');
    await run('openFile', tide);
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.deepEqual([document?.getText(), document?.languageId], ['Low at noon.', 'markdown']);
    const edited = await write('High at six.');
    assert.ok(await edited.save());
    assert.equal(await contentOf(row, 'notes/tide.md'), 'High at six.');
  });

  it('ask where the agent wrote a file meanwhile: what is edited is not lost, nor what is there', async () => {
    const row = await onlyRow();
    const { services } = await activated();
    const client = await services.clients.get(row.connection);
    const source = bytesSource(Buffer.from('Low at ten!!'));
    const entry = { source, mimeType: 'text/markdown', isReplacing: true };
    await writeEntry(client, entryRef(row, 'notes/tide.md'), entry, {});
    const edited = await write('Mine is long.');
    const dismissed = new FakePrompts(undefined);
    assert.equal(await withPrompts(dismissed, async () => await edited.save()), false);
    assert.match(
      dismissed.asked[0]?.text ?? '',
      /“notes\/tide\.md” was changed on the server since you opened it, for example by the agent\./,
    );
    assert.equal(edited.isDirty, true);
    assert.equal(await contentOf(row, 'notes/tide.md'), 'Low at ten!!');
    assert.ok(await withPrompts(new FakePrompts('Overwrite'), async () => await edited.save()));
    assert.equal(await contentOf(row, 'notes/tide.md'), 'Mine is long.');
  });
});
