import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { JsonObject } from '../../src/api/schema/row';
import { findModels } from '../../src/lens/host/findModels';
import type { OpenSheet, Sheet, SheetAction } from '../../src/platform/sheet';
import { leaks } from '../fakes/canary';
import { FakePrompts } from '../fakes/prompts';
import { until } from '../fakes/until';
import { activated, diagnosed, resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { startTestEmulator } from './support/playground';

/** Shut down in June 2026; its successor is of the same family. */
const OLD = 'gemini-2.0-flash';
const NEW = 'gemini-3.6-flash';
const KEY = 'AIzaSyLensCanary0123456789abcdefghijklm';

const PYTHON = `from google import genai

client = genai.Client()
first = client.models.generate_content(model="${OLD}", contents="Hi")
second = client.models.generate_content(model="models/${OLD}", contents="Hi")
`;

const PROMPT: JsonObject = {
  format: 1,
  model: 'models/emulator-flash',
  messages: [{ role: 'user', text: 'What is a kite?' }],
  cases: [{ name: 'kites', expect: [{ type: 'contains', value: 'kite' }] }],
};

const { ConfigurationTarget, DiagnosticSeverity, DiagnosticTag } = vscode;

describe('the model lens', () => {
  let folder: string;
  let count = 0;

  before(resetConnections);
  beforeEach(async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    folder = join(workspace.uri.fsPath, 'app');
    await mkdir(folder, { recursive: true });
  });
  afterEach(async () => {
    await set(undefined);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
  });

  async function set(value: 'on' | 'ending' | 'off' | undefined): Promise<void> {
    const settings = vscode.workspace.getConfiguration('generativeLanguage');
    await settings.update('lens.models', value, ConfigurationTarget.Global);
  }

  async function written(name: string, text: string): Promise<vscode.Uri> {
    const uri = vscode.Uri.file(join(folder, name));
    await writeFile(uri.fsPath, text);
    return uri;
  }

  async function writtenPrompt(prompt = PROMPT): Promise<void> {
    await written('topic.prompt.json', JSON.stringify(prompt));
    const { testing } = await activated();
    await (await testing.load()).tree.refresh();
  }

  async function opened(name: string, text: string): Promise<vscode.TextDocument> {
    await activated();
    const uri = await written(`${String(++count)}${name}`, text);
    // `showTextDocument` would keep the document open after its editor.
    await vscode.commands.executeCommand('vscode.open', uri);
    const isOpen = (one: vscode.TextDocument): boolean => one.uri.path === uri.path;
    const document = vscode.workspace.textDocuments.find(isOpen);
    assert.ok(document);
    return document;
  }

  function marks({ uri }: Pick<vscode.TextDocument, 'uri'>): readonly vscode.Diagnostic[] {
    const own = vscode.languages.getDiagnostics(uri);
    return own.filter(({ source }) => source === 'Gemini API');
  }

  async function marked(document: vscode.TextDocument, count: number): Promise<void> {
    await diagnosed(() => marks(document).length === count);
  }

  async function fixes(document: vscode.TextDocument, index = 0): Promise<vscode.CodeAction[]> {
    const range = marks(document)[index]?.range;
    const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
    );
    return found;
  }

  /** Applies the fix of the first mark with this title. */
  async function fixed(document: vscode.TextDocument, title: string): Promise<string> {
    const fix = (await fixes(document)).find((one) => one.title === title);
    assert.ok(fix?.edit, title);
    await vscode.workspace.applyEdit(fix.edit);
    return document.getText();
  }

  it('marks a retired ID alone, links to the source, and forgets closed documents', async () => {
    const document = await opened('a.py', PYTHON);
    await marked(document, 2);
    const [first] = marks(document);
    assert.ok(first);
    assert.equal(document.getText(first.range), OLD);
    assert.equal(first.severity, DiagnosticSeverity.Warning);
    assert.deepEqual(first.tags, [DiagnosticTag.Deprecated]);
    assert.match(first.message, /shut down on 2026-06-01\. Use gemini-3\.6-flash instead/);
    const { value, target } = first.code as { value: string; target: vscode.Uri };
    assert.equal(value, 'model-retired');
    assert.equal(target.authority, 'ai.google.dev');
    const { uri } = document;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await diagnosed(() => marks({ uri }).length === 0);
  });

  it('marks nothing in files that are not open', async () => {
    const closed = await written('closed.py', PYTHON);
    await marked(await opened('open.py', PYTHON), 2);
    assert.deepEqual(marks({ uri: closed }), []);
  });

  it('follows changes of a document', async () => {
    const document = await opened('a.py', 'import os\n');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 0), PYTHON);
    await vscode.workspace.applyEdit(edit);
    await marked(document, 2);
  });

  it('shows the facts about a model with links to the playground and the proof', async () => {
    const document = await opened('a.py', PYTHON);
    await marked(document, 2);
    const position = marks(document)[0]?.range.start;
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      position,
    );
    const contents = hovers.flatMap((one) => one.contents as vscode.MarkdownString[]);
    const text = contents.map(({ value }) => value).join('\n');
    for (const words of ['Shutdown date', '2026&#45;06&#45;01', 'Successor']) {
      assert.ok(text.includes(words), words);
    }
    for (const command of ['openPlayground', 'proveSuccessor']) {
      assert.ok(text.includes(`command:generativeLanguage.${command}?`), command);
    }
  });

  it('replaces the ID alone, here or in the whole file', async () => {
    const document = await opened('a.py', PYTHON);
    await marked(document, 2);
    const preferred = (await fixes(document)).filter(({ isPreferred }) => isPreferred);
    assert.deepEqual(
      preferred.map(({ title }) => title),
      [`Replace with ${NEW}`],
    );
    assert.equal(await fixed(document, 'Replace in This File'), PYTHON.replaceAll(OLD, NEW));
    await vscode.commands.executeCommand('undo');
    await marked(document, 2);
    assert.equal(await fixed(document, `Replace with ${NEW}`), PYTHON.replace(OLD, NEW));
  });

  it('marks by its setting all models, ending ones, or none', async () => {
    // Deprecated, without an end.
    const text = `${PYTHON}third = genai.chats.create(model="gemini-3.7-flash")\n`;
    const document = await opened('a.py', text);
    await marked(document, 3);
    await set('ending');
    await marked(document, 2);
    await set('off');
    await marked(document, 0);
  });

  it('adds a key in code as a connection, and never repeats the key', async () => {
    const { host } = await activated();
    const document = await opened('key.py', `client = genai.Client(api_key="${KEY}")\n`);
    await marked(document, 1);
    const [found] = marks(document);
    assert.equal(found && document.getText(found.range), KEY);
    const actions = await fixes(document);
    const add = actions.find(({ title }) => title === 'Add as Connection…');
    assert.ok(add?.command);
    const prompts = new FakePrompts(undefined);
    await withPrompts(prompts, async () => {
      const { command, arguments: args = [] } = add.command ?? { command: '' };
      await vscode.commands.executeCommand(command, ...(args as readonly unknown[]));
    });
    const [input] = prompts.asked;
    assert.deepEqual([input?.kind, input?.password, input?.value], ['input', true, KEY]);
    const { value: _, ...rest } = input ?? {};
    const titles = actions.map(({ title, command }) => [title, command]);
    assert.deepEqual(leaks([found, titles, rest, host.recentLog()], [KEY]), []);
  });

  it('finds the models of all files on request, as a table with links', async () => {
    await written('a.py', PYTHON);
    await written('b.ts', `const model = google('${OLD}');\n`);
    await written('package-lock.json', `{ "model": "models/${OLD}" }\n`);
    let sheet: Sheet | undefined;
    let act = async (_: SheetAction): Promise<void> => undefined;
    const sheets = {
      open(_key: string, content: Sheet, onAction: typeof act): OpenSheet {
        [sheet, act] = [content, onAction];
        return { update: () => undefined, isClosed: false };
      },
    };
    await findModels({ sheets: async () => sheets }, { now: new Date('2026-11-29') });
    const tables = (sheet?.blocks ?? []).filter((block) => block.kind === 'table');
    const [models, places] = tables.map(({ rows }) =>
      rows.map(({ cells }) => cells.map(({ text }) => text)),
    );
    const own = models?.find(([id]) => id === OLD);
    assert.deepEqual(own, [OLD, '3', 'shut down on 2026-06-01', '2026-06-01', NEW]);
    const found = places?.map(([place]) => place).filter((place) => place?.startsWith('app/'));
    assert.deepEqual(found, ['app/a.py:4', 'app/a.py:5', 'app/b.ts:1']);
    const row = tables[1]?.rows.find(({ cells }) => cells[0]?.text === 'app/b.ts:1');
    await act({ action: 'open', rows: [row?.id ?? ''] });
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.getText(editor.selection), OLD);
  });

  describe('proves a successor', () => {
    let emulator: Awaited<ReturnType<typeof startTestEmulator>>;

    before(async () => {
      emulator = await startTestEmulator();
    });
    after(async () => {
      const { testing } = await activated();
      await (await testing.load()).tree.refresh();
      await emulator.close();
      await resetConnections();
    });

    /** Runs the command on the emulator's model, and returns the results by model. */
    async function proven(prompts: HeardPrompts): Promise<readonly (readonly string[])[]> {
      const { services, testing } = await activated();
      const { journal } = await testing.load();
      const connection = services.connections.active?.id ?? '';
      const name = 'models/emulator-flash';
      const target = { connection, version: 'v1beta', kind: 'model', name };
      await withPrompts(prompts, async () => {
        await vscode.commands.executeCommand('generativeLanguage.proveSuccessor', target);
        await prompts.hears(/./);
        assert.match(prompts.notices[0]?.text ?? '', /compares emulator-flash with emulator-pro/);
      });
      const run = await journal.read((await journal.list())[0] ?? '');
      return (run?.cases ?? []).map(({ variant, verdict }) => [variant.model, verdict]);
    }

    it('with both models in one test report', async () => {
      await writtenPrompt();
      assert.deepEqual(await proven(new HeardPrompts('emulator-pro', undefined)), [
        ['models/emulator-flash', 'pass'],
        ['models/emulator-pro', 'pass'],
      ]);
      const { all } = vscode.window.tabGroups;
      await until(() => all.some(({ tabs }) => tabs.some(({ label }) => label === 'Test Report')));
    });
  });
});
