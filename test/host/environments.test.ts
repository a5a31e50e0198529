import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ResourceNode, TreeNode } from '../../src/resources/tree/nodes';
import { bytesSource, entryRef, openEntry, writeEntry } from '../../src/service/environmentFiles';
import { FakePrompts } from '../fakes/prompts';
import { EmulatorControl } from './support/consoleEmulator';
import { activated, resetConnections, withPrompts } from './support/extension';
import { hideTree, rootOf, rowsBelow, rowsOf } from './support/tree';

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

/** The row of a kind that is there alone. */
async function onlyRow(kind: 'environment' | 'trigger'): Promise<ResourceNode> {
  const [row, ...others] = await rowsOf(kind);
  assert.equal(row?.node, 'resource');
  assert.deepEqual(others, []);
  return row;
}

/** The rows below one, once they are there. */
async function below(row: TreeNode): Promise<readonly TreeNode[]> {
  const { services } = await activated();
  const kind = row.kind === 'trigger' ? 'triggerExecution' : 'environmentFile';
  const { connection, version, name } = row;
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

/** What the document in front shows, once it is that of a row. */
function shownText(row: ResourceNode): string {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor, 'No editor is open.');
  assert.ok(editor.document.uri.path.endsWith(`/${row.name}.json`));
  return editor.document.getText();
}

describe('environments and triggers', () => {
  let folder = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'environments-'));
    await resetConnections();
    await run('useEmulator');
    const { services } = await activated();
    await new EmulatorControl(await services.emulator.start()).reset();
    await run('refresh');
  });
  after(async () => {
    await run('refresh');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await hideTree();
    await resetConnections();
    await rm(folder, { recursive: true, force: true });
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
    const row = await onlyRow('environment');
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
    const row = await onlyRow('environment');
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

  it('take files of the user, and list them', async () => {
    const row = await onlyRow('environment');
    const path = join(folder, 'wind.csv');
    await writeFile(path, 'north,7\n');
    const { files } = await activated();
    const { context, uploads } = await files.load();
    const handles: Promise<unknown>[] = [];
    const { queue } = context;
    const add = queue.add.bind(queue);
    queue.add = async (upload) => {
      const handle = await add(upload);
      handles.push(handle.done);
      return handle;
    };
    try {
      await uploads.uploadInto(entryRef(row, 'notes'), [{ scheme: 'file', authority: '', path }]);
      await Promise.all(handles);
    } finally {
      queue.add = add;
    }
    assert.equal(handles.length, 1);
    assert.equal(await contentOf(row, 'notes/wind.csv'), 'north,7\n');
    const [, notes] = await below(row);
    assert.ok(notes);
    assert.deepEqual(await labelsBelow(notes), ['tide.md', 'wind.csv']);
  });

  it('have triggers that run by hand while they are paused, with runs that lead to their interaction', async () => {
    const { tree } = await activated();
    const prompts = new FakePrompts(
      ...['Fill in a form', 'Tides', '0 9 * * 1-5', 'Europe/Rome'],
      ...['antigravity-preview-09-2026', 'Report the tides.', 'New environment for each run'],
    );
    await withPrompts(prompts, async () => await run('create', await rootOf('trigger')));
    const described = async () =>
      String((await tree.getTreeItem(await onlyRow('trigger'))).description);
    assert.match(await described(), /^on weekdays at 09:00 · next /);
    await run('pauseTrigger', await onlyRow('trigger'));
    assert.equal(await described(), 'paused · on weekdays at 09:00');
    const row = await onlyRow('trigger');
    await run('runTrigger', row);
    const [begun] = await below(row);
    assert.equal(begun?.node, 'resource');
    await run('openRunInteraction', begun);
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.match(document?.uri.path ?? '', /\/interactions\/[^/]+\.json$/);
    assert.match(document?.getText() ?? '', /"id": /);
    await run('open', row);
    const changed = await write(
      shownText(row).replace('"display_name": "Tides"', '"display_name": "Ebb and flow"'),
    );
    assert.ok(await changed.save());
    assert.equal((await tree.getTreeItem(await onlyRow('trigger'))).label, 'Ebb and flow');
    await run('resumeTrigger', await onlyRow('trigger'));
    assert.match(await described(), /^on weekdays at 09:00 · next /);
    const gone = new FakePrompts('Delete');
    await withPrompts(gone, async () => await run('delete', await onlyRow('trigger')));
    const [empty] = await rowsOf('trigger');
    assert.equal(empty?.node, 'empty');
  });
});
