import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ResourceNode } from '../../src/resources/tree/nodes';
import { ActivityRows } from './support/activityRows';
import type { EmulatorControl } from './support/consoleEmulator';
import { activated, resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { hideTree, rowsOf } from './support/tree';
import { useWindowEmulator } from './support/windowEmulator';

const run = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);

const ask = (key: string, text: string): string =>
  JSON.stringify({ key, request: { contents: [{ role: 'user', parts: [{ text }] }] } });

describe('batches', () => {
  let emulator: EmulatorControl;
  let activities: ActivityRows;
  let folder: string;
  let requests: vscode.Uri;
  const prompts = new HeardPrompts();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'batches-'));
    requests = vscode.Uri.file(join(folder, 'tides.jsonl'));
    const lines = [ask('a', 'What is a tide?'), ask('b', '[[fail:503]] And now?'), 'no', ''];
    await writeFile(requests.fsPath, lines.join('\n'));
    emulator = await useWindowEmulator();
    await setSpeed(0);
    await run('refresh');
    activities = await ActivityRows.load();
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await hideTree();
    await setSpeed(20);
    await run('clearActivity');
    await resetConnections();
    await rm(folder, { recursive: true, force: true });
  });

  const setSpeed = (requestsPerSecond: number) =>
    emulator.control('POST', 'batches', { requestsPerSecond });

  /** Lets batches come to their end. */
  async function finish(): Promise<void> {
    await setSpeed(1000);
    await emulator.control('POST', 'clock', { advanceSeconds: 10 });
    await setSpeed(0);
  }

  async function rowNamed(label: RegExp): Promise<ResourceNode> {
    const { tree } = await activated();
    for (const row of await rowsOf('batch')) {
      const { label: shown } = await tree.getTreeItem(row);
      const text = typeof shown === 'object' ? shown.label : shown;
      if (row.node === 'resource' && label.test(text ?? '')) return row;
    }
    throw new Error(`There is no batch called ${String(label)}.`);
  }

  async function description(row: ResourceNode): Promise<unknown> {
    const { tree } = await activated();
    return (await tree.getTreeItem(row)).description;
  }

  it('are created from a file that is uploaded before, and followed to their end', async () => {
    await withPrompts(prompts, async () => {
      prompts.answer('Emulator Flash', 'Sent', 'Create batch job');
      await run('createBatch', requests);
      assert.equal(prompts.unused, 0);
      const row = await rowNamed(/^tides /);
      assert.match(String(await description(row)), /^(waiting|running) · 0 of 2 · /);
      await activities.shows(/^Batch tides .*, running, 0 of 2/);
      const seen = await emulator.seen();
      const created = seen.filter(({ operation }) => operation === 'models.batchGenerateContent');
      assert.equal(created.length, 1);
      assert.match(created[0]?.body ?? '', /"fileName": ?"files\//);
      await finish();
      await run('refresh', row);
      await prompts.hears(/^Batch tides .* completed\. 1 of 2 requests failed\.$/);
      assert.match(
        String(await description(await rowNamed(/^tides /))),
        /^completed · 2 requests · 1 failed · /,
      );
    });
    const marked = vscode.languages.getDiagnostics(requests);
    assert.deepEqual(
      marked.map(({ message, range }) => [range.start.line + 1, message]),
      [[3, 'The line isn’t valid JSON.']],
    );
  });

  it('take what failed once more, and end when they are cancelled', async () => {
    await withPrompts(prompts, async () => {
      prompts.answer('Name', 'Again', 'Create batch job');
      await run('resubmitFailed', await rowNamed(/^tides /));
      const row = await rowNamed(/^Again$/);
      assert.match(String(await description(row)), / · 0 of 1 · /);
      prompts.answer('Cancel Batch Job');
      await run('cancelBatch', row);
      await prompts.hears('Batch Again was canceled.');
      assert.match(String(await description(await rowNamed(/^Again$/))), /^canceled/);
    });
  });
});
