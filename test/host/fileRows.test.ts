import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ResourceNode, ROWS_TYPE, type TreeNode } from '../../src/resources/tree/nodes';
import { dragRows, dropFiles, type DropDeps } from '../../src/resources/tree/dragAndDrop';
import { activated, resetConnections } from './support/extension';
import { rootOf, rowsOf } from './support/tree';
import { useWindowEmulator } from './support/windowEmulator';

/** Of a drop that asks nothing and imports nothing. */
const NO_PARTS: DropDeps = {
  prompts: { notify: () => assert.fail('Nothing was to be asked.') },
  importFrom: () => assert.fail('Nothing was to be imported.'),
  uploadInto: () => assert.fail('Nothing was to be uploaded.'),
};

/** The row of a file by its display name. */
async function fileRow(label: string): Promise<ResourceNode> {
  const rows = await rowsOf('file');
  const found = rows.find((row) => row.node === 'resource' && row.resource.displayName === label);
  assert.equal(found?.node, 'resource', label);
  return found;
}

async function itemOf(label: string): Promise<vscode.TreeItem> {
  const { tree } = await activated();
  return await tree.getTreeItem(await fileRow(label));
}

describe('rows of files', () => {
  before(async () => {
    await useWindowEmulator();
  });
  after(resetConnections);

  it('say what they are, are marked where they fail or go soon, and are spoken in words', async () => {
    const soon = await itemOf('Fähre.mp4');
    assert.match(String(soon.description), /^1 h (2\d|30) min left · video · 4\.9 MB$/);
    assert.equal(soon.resourceUri?.path, '/!');
    assert.match(
      soon.accessibilityInformation?.label ?? '',
      /^Fähre\.mp4, file, video, 4\.9 megabytes, 1 hour and \d+ minutes left, deleted in less than two hours/,
    );
    const failed = await itemOf('Mooring (damaged).mov');
    assert.match(String(failed.description), /^failed · 47 h left · video · 7\.3 MB$/);
    assert.equal(failed.resourceUri, undefined);
    assert.equal((failed.iconPath as vscode.ThemeIcon).id, 'error');
    const fine = await itemOf('Log book.txt');
    assert.equal(fine.resourceUri, undefined);
    assert.equal((fine.iconPath as vscode.ThemeIcon).id, 'file-text');
  });

  it('carry the documents that they open when they are dragged, and their addresses as text', async () => {
    const file = await fileRow('Log book.txt');
    const [corpus] = await rowsOf('corpus');
    assert.ok(corpus);
    const transfer = new vscode.DataTransfer();
    dragRows([file, corpus], transfer);
    const list = await transfer.get('text/uri-list')?.asString();
    assert.match(list ?? '', /^genlang:.+\/files\/log-book\.json\r\ngenlang:.+\/corpora\//);
    const texts = `${file.resource.uri as string}\n${corpus.name}`;
    assert.equal(await transfer.get(ROWS_TYPE)?.asString(), texts);
    // Dropped where they came from, they mean nothing.
    await dropFiles(file, transfer, NO_PARTS);
    const hostile = new vscode.DataTransfer();
    dragRows([{ ...file, resource: { uri: 'file:///etc/passwd' } }], hostile);
    assert.equal(await hostile.get(ROWS_TYPE)?.asString(), file.name);
  });

  const TWO = '# a comment\r\nfile:///a%20b.txt\r\nvscode-vfs://github/x/c.md\r\n/no/scheme\r\n';

  /** Drops addresses on a row, and gives the commands that this ran. */
  async function drop(row: TreeNode | undefined, text: string, parts = NO_PARTS) {
    const { commands } = vscode;
    const { executeCommand } = commands;
    const ran: unknown[][] = [];
    const transfer = new vscode.DataTransfer();
    transfer.set('text/uri-list', new vscode.DataTransferItem(text));
    Object.assign(commands, {
      executeCommand: (...args: unknown[]) => Promise.resolve(void ran.push(args)),
    });
    try {
      await dropFiles(row, transfer, parts);
    } finally {
      Object.assign(commands, { executeCommand });
    }
    return ran;
  }

  it('take files that are dropped on them or on what lists them, and nothing else', async () => {
    const root = await rootOf('file');
    await assert.rejects(
      drop(root, 'https://example.com/x\r\ngenlang:/x'),
      /Only files from this machine can be dropped here\./,
    );
    const row = await fileRow('Log book.txt');
    assert.equal((await drop(row, 'file:///a.txt')).length, 1);
    const ran = await drop(root, TWO);
    assert.equal(ran.length, 1);
    const [[command, first, all] = []] = ran as [string, vscode.Uri, vscode.Uri[]][];
    assert.equal(command, 'generativeLanguage.uploadFiles');
    assert.equal(first?.path, '/a b.txt');
    assert.deepEqual(
      all?.map(({ scheme }) => scheme),
      ['file', 'vscode-vfs'],
    );
  });

  it('leave files that are dropped elsewhere alone, say why, and offer to upload them', async () => {
    const [corpus] = await rowsOf('corpus');
    const said: string[][] = [];
    const parts = (chosen?: string): DropDeps => ({
      ...NO_PARTS,
      prompts: {
        notify: (_level, message, ...actions) => {
          said.push([message, ...actions]);
          return Promise.resolve(actions.find((action) => action === chosen));
        },
      },
    });
    for (const row of [corpus, await rootOf('model'), undefined]) {
      assert.deepEqual(await drop(row, 'file:///a.txt', parts()), []);
    }
    const [first = [], ...others] = said;
    assert.match(
      first[0] ?? '',
      /^Nothing was uploaded because “Field notes” doesn’t accept files\./,
    );
    assert.equal(others.length, 2);
    const [[command] = []] = await drop(corpus, TWO, parts('Upload Files'));
    assert.equal(command, 'generativeLanguage.uploadFiles');
  });

  it('are not what a file becomes that is dropped on a document: its chunks are read from it', async () => {
    const [corpus] = await rowsOf('corpus');
    assert.equal(corpus?.node, 'resource');
    const begun: [string, string][] = [];
    const parts: DropDeps = {
      ...NO_PARTS,
      importFrom: (document, { path }) => Promise.resolve(void begun.push([document.name, path])),
    };
    const name = `${corpus.name}/documents/spring`;
    const document: TreeNode = { ...corpus, kind: 'document', name };
    const chunk: TreeNode = { ...corpus, kind: 'chunk', name: `${name}/chunks/a` };
    assert.deepEqual(await drop(document, 'file:///a.csv', parts), []);
    assert.deepEqual(await drop(chunk, 'file:///b.csv', parts), []);
    assert.deepEqual(begun, [
      [name, '/a.csv'],
      [`${name}/chunks/a`, '/b.csv'],
    ]);
    await assert.rejects(drop(document, TWO, parts), /one file at a time/);
    assert.equal(begun.length, 2);
  });
});
