import assert from 'node:assert/strict';
import { existsSync, watch } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { JsonObject } from '../../src/api/schema/row';
import { activated, diagnosed, resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { startTestEmulator, told } from './support/playground';

const PROMPT = {
  format: 1,
  model: 'models/emulator-flash',
  settings: { systemInstruction: 'Speak of {{topic}} only.' },
  messages: [
    { role: 'user', text: 'Hello' },
    { role: 'model', text: 'Hi' },
    { role: 'user', text: 'What is {{topic}}?' },
  ],
};

describe('prompt files', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;
  let folder: string;

  before(async () => {
    await resetConnections();
    emulator = await startTestEmulator();
  });
  beforeEach(async () => {
    await emulator.control('DELETE', 'log');
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    folder = join(workspace.uri.fsPath, 'prompts');
    await mkdir(folder, { recursive: true });
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
  });
  after(async () => {
    await emulator.close();
    await resetConnections();
  });

  async function written(content: unknown, name = 'kite.prompt.json'): Promise<vscode.Uri> {
    const path = join(folder, name);
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return vscode.Uri.file(path);
  }

  async function lensesOf(uri: vscode.Uri): Promise<readonly (vscode.Command | undefined)[]> {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri,
      100,
    );
    return lenses.map(({ command }) => command);
  }

  const run = async (name: string, uri: vscode.Uri): Promise<void> => {
    await vscode.commands.executeCommand(`generativeLanguage.${name}`, uri);
  };

  async function result(): Promise<JsonObject> {
    return JSON.parse(await readFile(join(folder, 'kite.result.json'), 'utf8')) as JsonObject;
  }

  it('run from above their first line, which then leads to the result', async () => {
    const uri = await written(PROMPT);
    await vscode.window.showTextDocument(uri);
    const [first, second, ...more] = await lensesOf(uri);
    assert.deepEqual(
      [first?.title, second?.title],
      ['$(play) Run and Save to kite.result.json', 'Open in Playground'],
    );
    assert.deepEqual(more, []);
    const prompts = new HeardPrompts('kites');
    await withPrompts(prompts, async () => {
      await vscode.commands.executeCommand(
        first?.command ?? '',
        ...((first?.arguments ?? []) as readonly unknown[]),
      );
    });
    const { answer, verdict, model, variables } = await result();
    assert.ok(typeof answer === 'string' && answer !== '');
    assert.deepEqual([verdict, model, variables], ['complete', PROMPT.model, { topic: 'kites' }]);
    const body = (await emulator.streams())[0]?.body ?? '';
    assert.match(body, /Speak of kites only\./);
    assert.match(body, /What is kites\?/);
    const third = (await lensesOf(uri))[2];
    assert.match(third?.title ?? '', /^Last Result \((now|\d+ sec\. ago)\)$/);
    // VS Code asks for the text of a document anew some time after it was told that it is another one.
    while (!vscode.workspace.textDocuments.some((one) => one.getText().startsWith(answer))) {
      await new Promise<void>((resolve) => {
        const subscription = vscode.workspace.onDidChangeTextDocument(() => {
          subscription.dispose();
          resolve();
        });
      });
    }
  });

  it('run as the editor has them, saved or not', async () => {
    const uri = await written(PROMPT);
    const editor = await vscode.window.showTextDocument(uri);
    const at = editor.document.positionAt(editor.document.getText().indexOf('What is'));
    await editor.edit((edit) => edit.insert(at, 'In short: '));
    await withPrompts(new HeardPrompts('kites'), () => run('runPrompt', uri));
    assert.match((await emulator.streams())[0]?.body ?? '', /In short: What is kites\?/);
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('mark attachments that are not there and unknown keywords of schemas while they are written', async () => {
    const attachments = [{ path: './kite.txt' }];
    const generationConfig = { responseSchema: { type: 'OBJECT', requird: ['a'] } };
    const uri = await written({
      ...PROMPT,
      settings: { requests: { chat: { generationConfig } } },
      messages: [{ role: 'user', text: 'Hi', attachments }],
    });
    await vscode.window.showTextDocument(uri);
    await lensesOf(uri);
    const ours = (): readonly string[] =>
      vscode.languages
        .getDiagnostics(uri)
        .filter(({ source }) => source === 'Gemini API')
        .map(({ message }) => message);
    await diagnosed(() => ours().length === 2);
    assert.match(ours()[0] ?? '', /^Couldn’t read “\.\/kite\.txt”: /);
    assert.match(ours()[1] ?? '', /^“requird” .* Did you mean “required”\?$/);
    const content = Buffer.from('A kite');
    const edit = new vscode.WorkspaceEdit();
    edit.createFile(vscode.Uri.file(join(folder, 'kite.txt')), { contents: content });
    await vscode.workspace.applyEdit(edit);
    await diagnosed(() => ours().length === 1);
  });

  it('open in a playground, whose settings and messages go back into the file', async () => {
    const uri = await written({ ...PROMPT, owner: 'me' }, 'mine.prompt.json');
    const { playground } = await activated();
    const panels = await playground.panels();
    const prompts = new HeardPrompts();
    await withPrompts(prompts, () => run('openPrompt', uri));
    assert.deepEqual(prompts.asked, []);
    const panel = panels.all.at(-1);
    assert.ok(panel);
    await told(panel, () => panel.isReady);
    const { session } = panel;
    assert.equal(session.state.promptFile, 'mine.prompt.json');
    assert.deepEqual(
      session.state.turns.map(({ role }) => role),
      ['user', 'model'],
    );
    session.setSettings({ ...session.conversation.settings, temperature: 0.5 });
    const renamed = vscode.Uri.file(join(folder, 'renamed.prompt.json'));
    const rename = new vscode.WorkspaceEdit();
    rename.renameFile(uri, renamed);
    await vscode.workspace.applyEdit(rename);
    await told(panel, () => session.state.promptFile === 'renamed.prompt.json');
    const { savePrompt } = await import('../../src/playground/host/prompts/savePrompt');
    const { promptDeps } = await import('../../src/playground/host/prompts/vscodePromptFiles');
    const { host } = await activated();
    const parts = promptDeps(host as Parameters<typeof promptDeps>[0]);
    await savePrompt(parts, session, { text: 'What is {{topic}}?', over: true });
    assert.ok(!existsSync(uri.fsPath));
    const saved = JSON.parse(await readFile(renamed.fsPath, 'utf8')) as JsonObject;
    assert.deepEqual(saved, {
      ...PROMPT,
      settings: { ...PROMPT.settings, temperature: 0.5 },
      owner: 'me',
    });
  });

  it('leave no conversation behind where they were only looked at', async () => {
    const uri = await written(PROMPT, 'seen.prompt.json');
    const { playground, host } = await activated();
    const kept = join(host.context.globalStorageUri.fsPath, 'conversations');
    const panels = await playground.panels();
    await withPrompts(new HeardPrompts(), () => run('openPrompt', uri));
    const panel = panels.all.at(-1);
    assert.ok(panel);
    const file = join(kept, `${panel.session.conversation.id}.json`);
    // A window that is loaded anew finds it there.
    await panel.session.close();
    assert.ok(existsSync(file));
    const gone = new Promise<void>((resolve) => {
      const watcher = watch(kept, () => {
        if (existsSync(file)) return;
        watcher.close();
        resolve();
      });
    });
    panel.dispose();
    await gone;
  });

  it('have a schema that JSON files of this name follow', async () => {
    const uri = await written('{"format":2,"model":"x","messages":[]}', 'schema.prompt.json');
    await vscode.window.showTextDocument(uri);
    await diagnosed(() => vscode.languages.getDiagnostics(uri).length >= 2);
  });
});
