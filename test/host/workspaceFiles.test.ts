import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { WorkspaceFiles } from '../../src/conversation/attachments/loadAttachment';
import { until } from '../fakes/until';
import { useFreshPlayground } from './support/freshPlayground';

const FILES: { readonly [path: string]: string } = {
  'src/kites/Twice.md': 'twice = 2\r\n',
  'src/kites/half.md': 'half = 0.5\n',
  'src/kites/picture.bin': 'a\0b',
  'src/kites/.secret': 'hidden',
  'src/kites/built.ts': 'ignored',
  'src/node_modules/twice.ts': 'excluded',
  'kites.md': 'All kites',
  '.gitignore': 'built.ts\n',
};

describe('files of the workspace in the composer', () => {
  const fresh = useFreshPlayground();
  let root: string;
  /** A folder that isn’t part of the workspace. */
  let outside: string;
  const { signal } = new AbortController();

  before(async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    root = folder?.uri.fsPath ?? assert.fail('No folder is open.');
    for (const [path, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    outside = await mkdtemp(join(tmpdir(), 'outside-'));
    await writeFile(join(outside, 'kite.md'), 'outside');
  });
  after(async () => {
    const paths = ['src', 'kites.md', '.gitignore'].map((path) => join(root, path));
    for (const path of [...paths, outside]) await rm(path, { recursive: true });
  });

  const files = (): WorkspaceFiles => fresh.panel.session.services.workspaceFiles;
  const source = (path: string) => ({ scheme: 'file', authority: '', path: join(root, path) });
  async function found(query: string): Promise<readonly string[]> {
    const rows = await files().suggest(query, signal);
    return rows.map(({ kind, label, description }) => `${kind} ${description}/${label}`);
  }

  it('are found by parts of their path, without hidden and ignored ones', async () => {
    assert.deepEqual(await found('twi'), ['file src/kites/Twice.md']);
    assert.deepEqual(await found('kites/HALF'), ['file src/kites/half.md']);
    const kites = await found('kit');
    assert.deepEqual([kites[0], kites.at(-1)], ['file /kites.md', 'folder src/kites']);
    assert.deepEqual(await found('secret'), []);
    assert.deepEqual(await found('built'), []);
  });

  it('include the selection, and are read with unsaved changes', async () => {
    const uri = vscode.Uri.file(join(root, 'src/kites/half.md'));
    const editor = await vscode.window.showTextDocument(uri, { viewColumn: 2 });
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), '// Unsaved\n'));
    editor.selection = new vscode.Selection(0, 0, 1, 6);
    await until(async () => (await found('')).includes('selection Selection/half.md:1-2'));
    assert.ok((await found('')).includes('file src/kites/half.md'));
    const [read] = await files().read(source('src/kites/half.md'), 'file', signal);
    assert.match(read?.text ?? '', /^\/\/ Unsaved\nhalf/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('are the text files of a folder, without those that links lead to', async () => {
    await symlink(outside, join(root, 'src/kites/outside'));
    const read = await files().read(source('src/kites'), 'folder', signal);
    assert.deepEqual(read, [
      { path: 'src/kites/Twice.md', language: 'md', text: 'twice = 2\n' },
      { path: 'src/kites/half.md', language: 'md', text: 'half = 0.5\n' },
    ]);
  });

  it('aren’t read if they are hidden, binary, large, or outside the workspace', async () => {
    await writeFile(join(root, 'src/large.txt'), 'x'.repeat(1_000_001));
    const cases: readonly (readonly [path: string, problem: RegExp])[] = [
      ['src/kites/.secret', /hidden or outside the workspace/],
      ['src/kites/outside/kite.md', /hidden or outside the workspace/],
      ['../other.ts', /hidden or outside the workspace/],
      ['src/kites/picture.bin', /isn’t a text file/],
      ['src/large.txt', /has more than 1\.0 MB of text/],
      ['src/gone.ts', /Couldn’t read gone\.ts/],
    ];
    for (const [path, problem] of cases) {
      await assert.rejects(files().read(source(path), 'file', signal), problem, path);
    }
  });
});
