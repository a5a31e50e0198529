import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { JsonObject } from '../../src/api/schema/row';
import { TEST_REPORT_PANEL } from '../../src/catalog/ids';
import { activated, resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { startTestEmulator } from './support/playground';
import { runAll, watching } from './support/watchedRuns';
import { until } from '../fakes/until';

const PROMPT = {
  format: 1,
  model: 'models/emulator-flash',
  messages: [{ role: 'user', text: 'What is {{topic}}?' }],
};

const CASES: readonly JsonObject[] = [
  { name: 'kites', variables: { topic: 'a kite' }, expect: [{ type: 'contains', value: 'kite' }] },
  { name: 'boats', variables: { topic: 'a boat' }, expect: [{ type: 'equals', value: 'A boat.' }] },
  { name: 'nothing', expect: [{ type: 'contains', value: 'x' }] },
];

describe('prompt tests', () => {
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
    folder = join(workspace.uri.fsPath, 'tests');
    await mkdir(folder, { recursive: true });
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
    const { testing } = await activated();
    await (await testing.load()).tree.refresh();
  });
  after(async () => {
    await emulator.close();
    await resetConnections();
  });

  async function written(content: JsonObject, name = 'topic.prompt.json'): Promise<vscode.Uri> {
    const uri = vscode.Uri.file(join(folder, name));
    await writeFile(uri.fsPath, JSON.stringify(content, undefined, 2));
    const { testing } = await activated();
    await (await testing.load()).tree.open(uri.toString());
    return uri;
  }

  /** In an editor, which may still have what the file held before. */
  async function shown(uri: vscode.Uri): Promise<vscode.TextEditor> {
    const editor = await vscode.window.showTextDocument(uri);
    const text = await readFile(uri.fsPath, 'utf8');
    while (editor.document.getText() !== text) {
      await new Promise<void>((resolve) => {
        const subscription = vscode.workspace.onDidChangeTextDocument(() => {
          subscription.dispose();
          resolve();
        });
      });
    }
    return editor;
  }

  async function lenses(uri: vscode.Uri): Promise<readonly vscode.CodeLens[]> {
    return await vscode.commands.executeCommand('vscode.executeCodeLensProvider', uri);
  }

  /** What stands above a line: that of its case comes behind that of its file. */
  async function lensesAt(uri: vscode.Uri, line: number): Promise<readonly vscode.Command[]> {
    const all = await lenses(uri);
    return all.flatMap(({ range, command }) => (range.start.line === line ? (command ?? []) : []));
  }

  async function rows(): Promise<readonly (readonly [string, readonly string[]])[]> {
    const { testing } = await activated();
    return [...testing.controller.items].map(([, file]) => [
      file.label,
      [...file.children].map(([, child]) => child.label),
    ]);
  }

  it('stand below their files, at their lines, and go with them', async () => {
    const uri = await written({ ...PROMPT, cases: CASES });
    assert.deepEqual(await rows(), [['tests/topic.prompt.json', ['kites', 'boats', 'nothing']]]);
    const { testing } = await activated();
    const [, file] = [...testing.controller.items][0] ?? [];
    const lines = [...(file?.children ?? [])].map(([, { range }]) => range?.start.line);
    const text = JSON.stringify({ ...PROMPT, cases: CASES }, undefined, 2).split('\n');
    const wanted = CASES.map(
      ({ name }) => text.findIndex((line) => line.includes(`"${name}"`)) - 1,
    );
    assert.deepEqual(lines, wanted);
    await vscode.workspace.fs.delete(uri);
    await (await testing.load()).tree.read(uri.toString());
    assert.deepEqual(await rows(), []);
  });

  it('pass, fail, or could not be measured, each with what there is to say', async () => {
    await written({ ...PROMPT, cases: CASES });
    const { told, messages, output } = await runAll();
    assert.deepEqual(
      told.toSorted((one, other) => one[1].localeCompare(other[1])),
      [
        ['failed', 'boats'],
        ['passed', 'kites'],
        ['errored', 'nothing'],
      ],
    );
    const failed = messages.find(({ expectedOutput }) => expectedOutput === 'A boat.');
    assert.ok((failed?.actualOutput ?? '').length > 0);
    assert.match(output.at(-1) ?? '', /^\s*1 passed, 1 failed, 1 errored\. \d/);
    // Why nothing was measured stands below its line.
    assert.match(output.join(''), /\? nothing \([^\n]*\n {4}\S/);
    // What has no value for its variable is not sent.
    assert.equal((await emulator.streams()).length, 2);
  });

  it('lead to their answers, as a conversation and as JSON', async () => {
    await written({ ...PROMPT, cases: CASES.slice(1, 2) });
    const { messages } = await runAll();
    const last = messages.at(-1);
    assert.ok(last?.message instanceof vscode.MarkdownString);
    const links = [...last.message.value.matchAll(/\(command:([\w.]+)\?([^)]+)\)/g)];
    const [open, show, exchange] = links.map(
      ([, id = '', args = '']) => [id, JSON.parse(decodeURIComponent(args)) as unknown[]] as const,
    );
    assert.ok(open && show && exchange);
    await vscode.commands.executeCommand(show[0], ...show[1]);
    const shown = vscode.window.activeTextEditor?.document.getText() ?? '';
    const attempt = JSON.parse(shown) as JsonObject;
    assert.equal(attempt.verdict, 'fail');
    await vscode.commands.executeCommand(exchange[0], ...exchange[1]);
    const sent = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(sent, /^# models\.streamGenerateContent[^]*What is a boat\?/);
    await vscode.commands.executeCommand(open[0], ...open[1]);
    const { playground } = await activated();
    const panel = (await playground.panels()).all.at(-1);
    const [question, answer] = panel?.session.conversation.turns ?? [];
    assert.match(JSON.stringify(question?.content), /What is a boat\?/);
    assert.equal(answer?.role, 'model');
    assert.ok(JSON.stringify(answer.content).length > 40);
  });

  it('are made of what was asked and answered, for the prompt file that asks it', async () => {
    const uri = await written({ ...PROMPT, cases: CASES.slice(0, 1) });
    // VS Code rejects edits of a document that it hasn't read again yet.
    await shown(uri);
    await runAll();
    const { services } = await activated();
    const asked = services.traffic.entries.findLast(
      ({ name }) => name === 'models.streamGenerateContent',
    );
    await vscode.commands.executeCommand('generativeLanguage.openExchange', {
      exchange: asked?.id,
    });
    const opened = vscode.window.activeTextEditor?.document.uri ?? assert.fail('No editor.');
    const buttons = await lensesAt(opened, 0);
    const save = buttons.find(({ title }) => title.endsWith('Save as Test Case…'));
    assert.ok(save, JSON.stringify(buttons));
    await withPrompts(new HeardPrompts('topic.prompt.json'), async () => {
      await vscode.commands.executeCommand(save.command, ...(save.arguments ?? []));
    });
    const { cases } = JSON.parse(await readFile(uri.fsPath, 'utf8')) as { cases: JsonObject[] };
    assert.deepEqual(cases[1]?.variables, { topic: 'a kite' });
    assert.match(JSON.stringify(cases[1].expect), /"type":"contains"/);
  });

  it('have a report, whose page is shown', async () => {
    await written({ ...PROMPT, cases: CASES.slice(1, 2) });
    await runAll();
    await vscode.commands.executeCommand('generativeLanguage.showTestReport');
    const { testing } = await activated();
    const { reports } = await testing.commands();
    assert.equal(reports.panel?.viewType, TEST_REPORT_PANEL);
    await until(() => reports.isReady);
  });

  it('are run from the lines above them, which say what came of it last', async () => {
    const uri = await written({ ...PROMPT, cases: CASES.slice(0, 2) });
    const editor = await shown(uri);
    const { document } = editor;
    const lineOf = (name: string): number =>
      document
        .getText()
        .split('\n')
        .findIndex((line) => line.includes(`"${name}"`)) - 1;
    const [run, offline] = await lensesAt(uri, lineOf('kites'));
    assert.deepEqual([run?.title, offline?.title], ['$(play) Run Test Case', 'Run Offline']);
    assert.ok(run);
    await watching(async ({ ended, told }) => {
      await vscode.commands.executeCommand(run.command, ...(run.arguments ?? []));
      await ended.promise;
      assert.deepEqual(told, [['passed', 'kites']]);
    });
    assert.match((await lensesAt(uri, lineOf('kites')))[2]?.title ?? '', /^\$\(pass\) Passed in /);

    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), '\n\n'));
    assert.ok(document.isDirty);
    assert.equal((await lensesAt(uri, lineOf('boats')))[0]?.title, '$(play) Run Test Case');
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('are recorded, and run again from their recordings alone', async () => {
    await written({ ...PROMPT, cases: CASES.slice(0, 1) });
    const { testing } = await activated();
    const { run, journal } = await testing.load();
    const { token } = new vscode.CancellationTokenSource();
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    const recordings = join(workspace?.uri.fsPath ?? '', '.genlang');
    try {
      await run('record', token);
      const before = (await emulator.streams()).length;
      await run('offline', token);
      const answers = await Promise.all(
        (await journal.list()).slice(0, 2).map((id) => journal.read(id)),
      );
      const [offline, recorded] = answers.map((one) => one?.cases[0]);
      assert.equal(offline?.verdict, 'pass');
      assert.equal(offline.attempts[0]?.text, recorded?.attempts[0]?.text);
      assert.equal((await emulator.streams()).length, before);
      await written({
        ...PROMPT,
        messages: [{ role: 'user', text: 'And {{topic}}?' }],
        cases: CASES.slice(0, 1),
      });
      await run('offline', token);
      const missing = (await journal.read((await journal.list())[0] ?? ''))?.cases[0];
      assert.equal(missing?.verdict, 'notMeasured');
      assert.match(missing.attempts[0]?.problem ?? '', /recording/i);
    } finally {
      await rm(recordings, { recursive: true, force: true });
    }
  });
});
