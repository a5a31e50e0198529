import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JsonObject } from '../../src/api/schema/row';
import { documentPath } from '../../src/catalog/documents';
import type { KindId } from '../../src/catalog/kinds';
import { EMULATOR_ID } from '../../src/service/connection';
import type { EmulatorControl } from './support/consoleEmulator';
import { resetConnections } from './support/extension';
import {
  closeAll,
  lensesOf,
  open,
  problemsIn,
  replace,
  save,
  saved,
  shown,
} from './support/resourceEditor';
import { useWindowEmulator } from './support/windowEmulator';

const CORPUS = 'corpora/field-notes-4k2vq8x1m7zd';
const DOCUMENT = `${CORPUS}/documents/spring-migration-9w3ht5c0rb6j`;
const CHUNK = `${DOCUMENT}/chunks/7qm4x2ks9d0v`;

function pathOf(kind: KindId, name: string): string {
  return documentPath({ connection: EMULATOR_ID, version: 'v1beta', kind, name });
}

describe('documents of resources', () => {
  let emulator: EmulatorControl;

  before(async () => {
    emulator = await useWindowEmulator();
  });
  beforeEach(async () => {
    await emulator.reset();
  });
  afterEach(closeAll);
  after(async () => {
    await resetConnections();
  });

  /** The query of what was changed, and its body without the name, which is that of the address. */
  async function patches() {
    const seen = (await emulator.seen()).filter(({ method }) => method === 'PATCH');
    return seen.map(({ target, body: text = '{}' }) => {
      const { pathname, searchParams } = new URL(target, 'http://x');
      const { name, ...body } = JSON.parse(text) as JsonObject;
      assert.equal(name, decodeURIComponent(pathname).replace('/v1beta/', ''));
      return { mask: searchParams.get('updateMask'), body };
    });
  }

  it('send only what was changed', async () => {
    const document = await open(pathOf('corpus', CORPUS));
    await replace(
      document,
      document.getText().replace(/"displayName": ".*"/, '"displayName": "N"'),
    );
    const before = document.version;
    await saved(document);
    assert.deepEqual(await patches(), [{ mask: 'displayName', body: { displayName: 'N' } }]);
    await shown(document, before);
    const now = await emulator.get<JsonObject>(`v1beta/${CORPUS}`);
    assert.equal(document.getText(), `${JSON.stringify(now, undefined, 2)}\n`);
    assert.equal(document.isDirty, false);
  });

  it('of what cannot be changed can only be read, and say why', async () => {
    const document = await open(pathOf('model', 'models/emulator-flash'));
    const stat = await vscode.workspace.fs.stat(document.uri);
    assert.equal(stat.permissions, vscode.FilePermission.Readonly);
    assert.deepEqual(await lensesOf(document), ['$(lock) Read-only: models can’t be changed.']);
  });

  it('show the text of a chunk alone, and save it', async () => {
    const ref = { connection: EMULATOR_ID, version: 'v1beta', kind: 'chunk', name: CHUNK } as const;
    const document = await open(documentPath(ref, 'txt'));
    assert.match(document.getText(), /^The brent geese left on 18 May/);
    await replace(document, 'They left.\nIn May.');
    await saved(document);
    const sent = { mask: 'data', body: { data: { stringValue: 'They left.\nIn May.' } } };
    assert.deepEqual(await patches(), [sent]);
  });

  it('make a corpus of a template, and open it', async () => {
    const path = `/${EMULATOR_ID}/v1beta/new/corpora/New corpus 1.json`;
    const document = await open(path);
    assert.deepEqual(JSON.parse(document.getText()), { displayName: '' });
    await replace(document, '{ "displayName": "Songs", "name": "corpora/Songs" }');
    await assert.rejects(save(document));
    assert.match(
      problemsIn(document)[0]?.message ?? '',
      /“name” must be corpora\/ followed by an ID of up to 40 characters \(a–z, 0–9, and inner dashes\), or be omitted\./,
    );
    await replace(document, '{ "displayName": "Songs", "name": "corpora/songs" }');
    const opened = new Promise<vscode.TextDocument>((resolve) => {
      const subscription = vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (!editor || editor.document === document) return;
        subscription.dispose();
        resolve(editor.document);
      });
    });
    await saved(document);
    assert.equal((await opened).uri.path, pathOf('corpus', 'corpora/songs'));
    const made = await emulator.get<JsonObject>('v1beta/corpora/songs');
    assert.equal(made.displayName, 'Songs');
  });

  it('offer the values of an enumeration, and mark what the service sets', async () => {
    const { permissions } = await emulator.get<{
      permissions: readonly { readonly [field: string]: string }[];
    }>(`v1beta/${CORPUS}/permissions`);
    const document = await open(pathOf('corpusPermission', permissions[0]?.name ?? ''));
    const at = document.positionAt(document.getText().indexOf('"role": "') + 9);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      at,
    );
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('"WRITER"'), labels.join());
    const hovers = await vscode.commands.executeCommand<readonly vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      document.positionAt(document.getText().indexOf('"name"') + 2),
    );
    const told = hovers.flatMap(({ contents }) => contents as readonly vscode.MarkdownString[]);
    assert.match(told.map(({ value }) => value).join(), /Output only/);
  });

  it('are created when somebody saves, and not by VS Code while they still type', async () => {
    const document = await open(`/${EMULATOR_ID}/v1beta/new/corpora/New corpus 2.json`);
    const files = vscode.workspace.getConfiguration('files');
    const byItself = new Promise<void>((resolve) => {
      const subscription = vscode.workspace.onWillSaveTextDocument(({ reason }) => {
        if (reason !== vscode.TextDocumentSaveReason.AfterDelay) return;
        subscription.dispose();
        resolve();
      });
    });
    await files.update('autoSaveDelay', 100, vscode.ConfigurationTarget.Global);
    await files.update('autoSave', 'afterDelay', vscode.ConfigurationTarget.Global);
    try {
      await replace(document, '{ "displayName": "Fi" }');
      await byItself;
    } finally {
      for (const name of ['autoSave', 'autoSaveDelay']) {
        await files.update(name, name === 'autoSave' ? 'off' : undefined, true);
      }
    }
    await replace(document, '{ "displayName": "Field notes of June" }');
    await document.save();
    const made = (await emulator.seen()).filter(({ method }) => method === 'POST');
    assert.deepEqual(
      made.map(({ body = '{}' }) => JSON.parse(body) as JsonObject),
      [{ displayName: 'Field notes of June' }],
    );
  });
});
