import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { IntoEditor } from '../../src/playground/host/panelDeps';
import {
  drawsDiagrams,
  intoEditor,
  openDiagram,
  TextEditors,
} from '../../src/playground/host/panelActions';
import type { PlaygroundPanel } from '../../src/playground/host/panel';
import { FakePrompts } from '../fakes/prompts';
import { activated, resetConnections, withPrompts } from './support/extension';
import { openPlayground, startTestEmulator, told } from './support/playground';

const CODE = 'const a = 1;\nconst b = 2;\nconst c = 3;\n';

describe('the playground and the editor', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;
  let folder: string;
  let following: TextEditors[] = [];

  before(async () => {
    await resetConnections();
    folder = await mkdtemp(join(tmpdir(), 'editor-'));
    emulator = await startTestEmulator();
  });
  beforeEach(async () => {
    await emulator.control('DELETE', 'log');
    await writeFile(join(folder, 'sample.ts'), CODE);
  });
  afterEach(async () => {
    for (const editors of following) editors.dispose();
    following = [];
    // Without a question whether it is to be saved.
    for (const _editor of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(async () => {
    await emulator.close();
    await rm(folder, { recursive: true });
    await resetConnections();
  });

  async function openSample(first: number, last: number): Promise<vscode.TextEditor> {
    const uri = vscode.Uri.file(join(folder, 'sample.ts'));
    const editor = await vscode.window.showTextDocument(uri, {
      viewColumn: vscode.ViewColumn.One,
      preview: false,
    });
    editor.selection = new vscode.Selection(first, 0, last, 0);
    return editor;
  }

  async function current(): Promise<PlaygroundPanel> {
    const { playground } = await activated();
    const found = (await playground.panels()).all.at(-1);
    assert.ok(found, 'There is no playground.');
    await told(found, () => found.isReady && found.session.state.model !== undefined);
    return found;
  }

  /** What a panel that opens now does with the last editor. */
  async function editor(): Promise<IntoEditor> {
    const { host } = await activated();
    const editors = new TextEditors();
    following.push(editors);
    return intoEditor(editors, host.documents);
  }

  /** The next editor that has such a text. */
  function opened(holds: (document: vscode.TextDocument) => boolean): Promise<vscode.TextDocument> {
    return new Promise((resolve) => {
      const subscription = vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (!editor || !holds(editor.document)) return;
        subscription.dispose();
        resolve(editor.document);
      });
    });
  }

  /** What stands in the composer of the panel in front, as the code of its request has it. */
  async function composed(): Promise<string> {
    return await withPrompts(new FakePrompts('JavaScript (fetch)'), async () => {
      const code = opened(({ languageId }) => languageId === 'javascript');
      await vscode.commands.executeCommand('generativeLanguage.getCode');
      const texts = [...(await code).getText().matchAll(/^ *text: (".*")$/gm)];
      return String(JSON.parse(texts.at(-1)?.[1] ?? '""'));
    });
  }

  it('asks about a selection in a playground beside it, and sends nothing', async () => {
    await openSample(1, 3);
    await vscode.commands.executeCommand('generativeLanguage.askAboutSelection');
    const panel = await current();
    assert.equal(vscode.window.tabGroups.all.length, 2);
    const text = await composed();
    assert.match(text, /sample\.ts:2-3\n```typescript\nconst b = 2;\nconst c = 3;\n```$/);
    assert.equal(panel.session.conversation.turns.length, 0);
    assert.deepEqual(await emulator.streams(), []);
  });

  it('opens a Mermaid diagram in the Markdown preview, where VS Code draws them', async () => {
    const included = vscode.extensions.getExtension('vscode.mermaid-markdown-features');
    assert.equal(drawsDiagrams(), included !== undefined);
    const { host } = await activated();
    const { tabGroups } = vscode.window;
    const previewed = new Promise<void>((resolve) => {
      const subscription = tabGroups.onDidChangeTabs(() => {
        const { input } = tabGroups.activeTabGroup.activeTab ?? {};
        if (!(input instanceof vscode.TabInputWebview)) return;
        assert.match(input.viewType, /markdown\.preview/);
        subscription.dispose();
        resolve();
      });
    });
    await openDiagram(host.documents, 'graph TD\n  A --> B\n');
    await previewed;
    const shown = vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith('Diagram.md'));
    assert.equal(shown?.getText(), '```mermaid\ngraph TD\n  A --> B\n```');
  });

  it('opens code in its language, copies it, and closes it without a question', async () => {
    await openSample(1, 3);
    await vscode.commands.executeCommand('generativeLanguage.askAboutSelection');
    await current();
    await withPrompts(new FakePrompts('TypeScript', 'Python'), async () => {
      const typeScript = opened(
        ({ languageId, uri }) => languageId === 'typescript' && uri.scheme !== 'file',
      );
      await vscode.commands.executeCommand('generativeLanguage.getCode');
      const code = await typeScript;
      assert.match(code.getText(), /ai\.models\.generateContentStream/);
      assert.ok(!code.isDirty && !code.isUntitled);
      await vscode.commands.executeCommand('generativeLanguage.copyCode');
      assert.equal(await vscode.env.clipboard.readText(), code.getText());
      const python = opened(({ languageId }) => languageId === 'python');
      await vscode.commands.executeCommand('generativeLanguage.changeCodeLanguage');
      assert.match((await python).getText(), /client\.models\.generate_content_stream/);
    });
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab && (await vscode.window.tabGroups.close(activeTab)));
  });

  it('attaches what an editor shows that is not saved, of this file and of chosen ones', async () => {
    const panel = await openPlayground();
    const { attachments } = panel.session;
    const other = vscode.Uri.file(join(folder, 'other.md'));
    await writeFile(other.fsPath, '# Other');
    const add = 'generativeLanguage.addToPlayground';
    const editor = await openSample(0, 0);
    const { uri } = editor.document;
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), '// Später\n'));
    assert.ok(editor.document.isDirty);
    await vscode.commands.executeCommand(add, uri);
    await vscode.commands.executeCommand(add, other, [other, uri]);
    await told(panel, () => attachments.shown.every(({ state }) => state === 'ready'));
    const sent = await Promise.all(
      attachments.shown.map(async ({ id, name }) => {
        const { data } = await attachments.data(id);
        return [name, Buffer.from(data, 'base64').toString()];
      }),
    );
    const shown = ['sample.ts', `// Später\n${CODE}`];
    assert.deepEqual(sent, [shown, ['other.md', '# Other'], shown]);
  });

  it('puts an answer in place of what is selected, though the panel hides the editor', async () => {
    await openSample(1, 2);
    const { insert } = await editor();
    const panel = await openPlayground();
    assert.ok(panel.isActive);
    await insert('let answer;\n');
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.equal(document?.getText(), 'const a = 1;\nlet answer;\nconst c = 3;\n');
    await insert('// more\n');
    assert.match(document.getText(), /\/\/ more\n/);
  });
});
