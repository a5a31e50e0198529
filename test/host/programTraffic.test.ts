import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { sessionAddress, sessionOf, defaultRecordings } from '../../src/service/folderSession';
import type { SessionEntry, ShownSession } from '../../src/service/sessionTraffic';
import { activated, resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { windowEmulator } from './support/windowEmulator';

async function run(name: string, argument?: object): Promise<void> {
  await vscode.commands.executeCommand(`generativeLanguage.${name}`, argument);
}

/** A program of a user, which asks what its first argument says and ends. */
const PROGRAM = `
const [text] = process.argv.slice(2);
const { GOOGLE_GEMINI_BASE_URL: base, GEMINI_API_KEY: key } = process.env;
fetch(base + '/v1beta/models/emulator-flash:generateContent', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-goog-api-key': key },
  body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }] }),
}).then((answer) => answer.text());
`;

describe('the traffic of programs', () => {
  let folder: vscode.WorkspaceFolder;
  let prompts: HeardPrompts;
  const at = (...names: readonly string[]): string => join(folder.uri.fsPath, ...names);
  const recordings = (): string => defaultRecordings({ uri: folder.uri.toString() });

  before(async () => {
    await resetConnections();
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    folder = first;
    await writeFile(at('ask.js'), PROGRAM);
    await run('clearTraffic');
    const rules = [{ when: { user: { contains: 'weather' } }, response: { text: 'Rain.' } }];
    await mkdir(at('.genlang'), { recursive: true });
    await writeFile(at('.genlang', 'weather.mocks.jsonc'), JSON.stringify({ mocks: rules }));
    prompts = new HeardPrompts();
    await withPrompts(prompts, () => run('useEmulatorInTerminals'));
    await windowEmulator(sessionOf({ uri: folder.uri.toString() }));
  });
  beforeEach(() => {
    prompts = new HeardPrompts();
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    if (await shown().then((session) => session?.isFollowed === true)) {
      await withPrompts(prompts, () => run('useEmulatorInTerminals'));
    }
    await run('clearTraffic');
    await run('stopEmulator');
    for (const name of ['ask.js', '.genlang']) await rm(at(name), { recursive: true, force: true });
    await resetConnections();
  });

  const shown = async (): Promise<ShownSession | undefined> =>
    (await activated()).services.traffic.sessions[0];

  /** Resolves once the requests that are shown fit. */
  async function entriesThat(
    fit: (found: readonly SessionEntry[]) => boolean,
  ): Promise<readonly SessionEntry[]> {
    const { traffic } = (await activated()).services;
    return await new Promise((resolve) => {
      const look = (): void => {
        const found = traffic.sessions[0]?.entries ?? [];
        if (!fit(found)) return;
        listener.dispose();
        resolve(found);
      };
      const listener = traffic.onDidChange(look);
      look();
    });
  }

  /** Resolves once so many requests are shown, and all have ended. */
  const entries = async (count: number): Promise<readonly SessionEntry[]> =>
    await entriesThat(
      (found) => found.length >= count && found.every(({ progress }) => progress === 'ended'),
    );

  /** Begins a stream that goes no further, as a program would. Who holds what leaves it keeps it open. */
  async function stall(): Promise<() => Promise<void>> {
    const address = await (await activated()).services.emulator.start();
    const { baseUrl, apiKey } = sessionAddress(address, sessionOf({ uri: folder.uri.toString() }));
    const path = '/v1beta/models/emulator-flash:streamGenerateContent?alt=sse';
    const answer = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': apiKey },
      body: JSON.stringify({ contents: [{ parts: [{ text: '[[stall]] Name three lakes.' }] }] }),
    });
    return async () => await answer.body?.cancel();
  }

  function askInTerminal(text: string): void {
    const options = { shellPath: process.execPath, shellArgs: [at('ask.js'), text] };
    vscode.window.createTerminal({ ...options, cwd: folder.uri });
  }

  const editorText = (): string => vscode.window.activeTextEditor?.document.getText() ?? '';

  it('has no rows for what the extension asks of the emulator itself', async () => {
    const { traffic } = (await activated()).services;
    const { host } = new URL((await (await activated()).services.emulator.start()).baseUrl);
    assert.ok((traffic.ledger.find((row) => row.host === host)?.count ?? 0) > 0);
    assert.deepEqual(
      traffic.entries.filter(({ path }) => path.includes('$emulator')),
      [],
    );
  });

  it('shows a stream from its beginning on, and in the same row how it has ended', async () => {
    const leave = await stall();
    const [running] = await entriesThat(({ length }) => length > 0);
    assert.deepEqual(
      [running?.progress, running?.operation, running?.model, running?.status],
      ['running', 'models.streamGenerateContent', 'emulator-flash', undefined],
    );
    await run('openExchange', { exchange: running?.id });
    assert.match(
      editorText(),
      /- Result: running\n[^]*Bodies are shown after the request completes\./,
    );
    const whole = new Promise<void>((resolve) => {
      const listener = vscode.workspace.onDidChangeTextDocument(() => {
        if (!editorText().includes('Name three lakes.')) return;
        listener.dispose();
        resolve();
      });
    });
    await leave();
    const [ended] = await entries(1);
    assert.deepEqual([ended?.id, ended?.isLeft, ended?.answeredBy], [running?.id, true, 'engine']);
    await whole;
    assert.match(editorText(), /- Result: client disconnected\n/);
    await run('clearTraffic');
  });

  it('shows what a program in a terminal asks, live, and opens it', async () => {
    assert.deepEqual((await shown())?.entries, []);
    askInTerminal('What is a kite?');
    const [entry] = await entries(1);
    assert.deepEqual(
      [entry?.operation, entry?.model, entry?.status, entry?.answeredBy],
      ['models.generateContent', 'emulator-flash', 200, 'engine'],
    );
    await run('openExchange', { exchange: entry?.id });
    assert.match(editorText(), /^# models\.generateContent\n\n- Model: emulator-flash\n/);
    assert.match(editorText(), /"text": "What is a kite\?"[^]*## Response[^]*"candidates"/);
  });

  it('saves it as a recording that opens, once', async () => {
    const [entry] = await entries(1);
    await withPrompts(prompts, () => run('saveRecording', { exchange: entry?.id }));
    const names = await readdir(at(recordings()));
    const [file = ''] = names.filter((name) => name.endsWith('.json'));
    assert.match(file, /^0001-models\.generateContent-[\da-f]{8}\.json$/);
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, at(recordings(), file));
    assert.match(await readFile(at(recordings(), file), 'utf8'), /What is a kite\?/);
    await withPrompts(prompts, () => run('saveRecording', { exchange: entry?.id }));
    await prompts.hears(/^This request is already recorded as 0001-models\.generateContent/);
    assert.deepEqual(await readdir(at(recordings())), names);
  });

  it('says what has hit a recording, and what has missed one with the nearest', async () => {
    const choices = new HeardPrompts();
    choices.answer('Select Response Source…', 'Replay');
    await withPrompts(choices, () => run('emulatorInTerminals'));
    askInTerminal('What is a kite?');
    const [, hit] = await entries(2);
    assert.deepEqual([hit?.answeredBy, hit?.status], ['recording', 200]);
    askInTerminal('What is a boat?');
    const [, , miss] = await entries(3);
    assert.deepEqual([miss?.answeredBy, miss?.status], ['miss', 404]);
    await run('openExchange', { exchange: miss?.id });
    assert.match(editorText(), /- Closest recording: 0001-models\.generateContent-/);
  });

  it('compares what has missed with the nearest recording, and shows that', async () => {
    const [, , miss] = await entries(3);
    const target = { exchange: miss?.id };
    await run('openExchange', target);
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.ok(document);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    const titles = lenses.map(({ command }) => command?.title);
    assert.ok(titles.includes('$(diff) Compare with Closest Recording'), titles.join(', '));
    assert.ok(titles.includes('$(open-preview) Open Closest Recording'), titles.join(', '));
    await run('compareWithNearest', target);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const textOf = async (uri: vscode.Uri): Promise<string> =>
      (await vscode.workspace.openTextDocument(uri)).getText();
    assert.match(await textOf(input.original), /"text": "What is a kite\?"/);
    assert.equal(
      await textOf(input.modified),
      (await textOf(input.original)).replace('a kite', 'a boat'),
    );
    await run('showNearest', target);
    const shownTexts = vscode.window.visibleTextEditors.map((one) => one.document.getText());
    assert.ok(shownTexts.some((text) => /## Request[^]*What is a kite\?/.test(text)));
  });

  it('is answered by the rules of the folder first, and marks what is wrong in them', async () => {
    askInTerminal('How is the weather?');
    const ruled = (await entries(4)).at(-1);
    assert.equal(ruled?.answeredBy, 'mock');
    assert.match(ruled.mock ?? '', /weather\.mocks\.jsonc/);
    const file = vscode.Uri.file(at('.genlang', 'weather.mocks.jsonc'));
    const marked = new Promise<readonly vscode.Diagnostic[]>((resolve) => {
      const listener = vscode.languages.onDidChangeDiagnostics(() => {
        const found = vscode.languages
          .getDiagnostics(file)
          .filter(({ message }) => message.includes('nonsense'));
        if (found.length === 0) return;
        listener.dispose();
        resolve(found);
      });
    });
    await vscode.workspace.fs.writeFile(
      file,
      new TextEncoder().encode(
        '{\n  "mocks": [{ "nonsense": 1, "response": { "text": "Rain." } }]\n}',
      ),
    );
    const [mark] = await marked;
    assert.deepEqual(mark?.range, new vscode.Range(1, 14, 1, 24));
    prompts.answer('Open weather.mocks.jsonc');
    await withPrompts(prompts, () => run('emulatorInTerminals'));
    assert.deepEqual(vscode.window.activeTextEditor?.selection.active, mark.range.start);
  });
});
