import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Emulator } from '../../src/emulator/options';
import { startEmulator } from '../../src/emulator/server';
import { sessionOf } from '../../src/service/folderSession';
import { activated, resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { windowEmulator } from './support/windowEmulator';

const run = (name: string) => vscode.commands.executeCommand(`generativeLanguage.${name}`);

/** What the programs of these tests write. */
const NAMES = ['GOOGLE_GEMINI_BASE_URL', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'] as const;
const NOTHING = { GOOGLE_GEMINI_BASE_URL: '', GEMINI_API_KEY: '', GOOGLE_API_KEY: '' };

type Seen = { readonly [N in (typeof NAMES)[number]]: string };

describe('the emulator in terminals and debugging', () => {
  let folder: vscode.WorkspaceFolder;
  let prompts: HeardPrompts;
  const at = (name: string): string => join(folder.uri.fsPath, name);

  before(async () => {
    await resetConnections();
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    folder = first;
    // As a program of a user: it knows nothing of the extension.
    const values = NAMES.map((name) => `${name}: process.env.${name} ?? ''`).join(', ');
    const write =
      'require("node:fs").writeFileSync(`${__dirname}/seen.json`, JSON.stringify(seen))';
    await writeFile(at('seen.js'), `const seen = { ${values} };\n${write};\n`);
  });
  beforeEach(() => {
    prompts = new HeardPrompts();
  });
  after(async () => {
    await run('stopEmulator');
    for (const name of ['seen.js', 'seen.json', 'ask.sh', '.bashrc', '.env.emulator', 'own.env']) {
      await rm(at(name), { force: true });
    }
    await resetConnections();
  });

  const toggle = () => withPrompts(prompts, async () => await run('useEmulatorInTerminals'));

  const session = (): string => sessionOf({ uri: folder.uri.toString() });

  async function expected(): Promise<Seen> {
    const { state } = (await activated()).services.emulator;
    assert.equal(state.status, 'running');
    const url = `http://127.0.0.1:${state.port}/s/${session()}`;
    return { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'emulator', GOOGLE_API_KEY: '' };
  }

  /** What the program sees that something starts, which is over with the event. */
  async function seenBy<T>(
    event: vscode.Event<T>,
    isIt: (told: T) => boolean,
    start: () => unknown,
  ): Promise<Seen> {
    await rm(at('seen.json'), { force: true });
    const over = new Promise<void>((resolve) => {
      const listener = event((told) => {
        if (!isIt(told)) return;
        listener.dispose();
        resolve();
      });
    });
    await start();
    await over;
    return JSON.parse(await readFile(at('seen.json'), 'utf8')) as Seen;
  }

  async function inTerminal(): Promise<Seen> {
    let terminal: vscode.Terminal | undefined;
    return await seenBy(
      vscode.window.onDidCloseTerminal,
      (closed) => closed === terminal,
      () => {
        const options = { shellPath: process.execPath, shellArgs: [at('seen.js')] };
        terminal = vscode.window.createTerminal({ ...options, cwd: folder.uri });
      },
    );
  }

  async function inTask(): Promise<Seen> {
    const execution = new vscode.ProcessExecution(process.execPath, [at('seen.js')]);
    const task = new vscode.Task({ type: 'process' }, folder, 'seen', 'test', execution);
    return await seenBy(
      vscode.tasks.onDidEndTaskProcess,
      ({ execution: ended }) => ended.task.name === 'seen',
      () => vscode.tasks.executeTask(task),
    );
  }

  async function debugged(more: object = {}): Promise<Seen> {
    return await seenBy(
      vscode.debug.onDidTerminateDebugSession,
      ({ name }) => name === 'seen',
      async () => {
        const what = { type: 'node', request: 'launch', name: 'seen', program: at('seen.js') };
        const runtime = { runtimeExecutable: process.execPath, console: 'internalConsole' };
        const isBegun = await vscode.debug.startDebugging(folder, { ...what, ...runtime, ...more });
        assert.ok(isBegun);
      },
    );
  }

  it('is off at first: nothing is told to programs', async () => {
    assert.deepEqual(await inTerminal(), NOTHING);
  });

  it('leads terminals, tasks and what is debugged to the session of the folder', async () => {
    prompts.pressed.add('New Terminal');
    const opened = new Promise<vscode.Terminal>((resolve) => {
      const listener = vscode.window.onDidOpenTerminal((terminal) => {
        listener.dispose();
        resolve(terminal);
      });
    });
    await toggle();
    await prompts.hears(/use the built-in emulator instead of the live API\.$/);
    assert.deepEqual(prompts.notices.at(-1)?.choices, ['New Terminal']);
    const terminal = await opened;
    // By a path VS Code would not know the folder in every window.
    const { cwd } = terminal.creationOptions as vscode.TerminalOptions;
    assert.equal(String(cwd), folder.uri.toString());
    await terminal.processId;
    terminal.dispose();
    const all = await expected();
    assert.deepEqual(await inTerminal(), all);
    assert.deepEqual(await inTask(), all);
    assert.deepEqual(await debugged(), all);
  });

  it('has the last word in a terminal, also after the files that a shell reads', async function () {
    if (process.platform === 'win32') this.skip();
    await writeFile(at('.bashrc'), 'export GEMINI_API_KEY=of-the-shell\n');
    await writeFile(at('ask.sh'), `exec '${process.execPath}' '${at('seen.js')}'\n`);
    const all = await expected();
    let terminal: vscode.Terminal | undefined;
    const seen = await seenBy(
      vscode.window.onDidCloseTerminal,
      (closed) => closed === terminal,
      () => {
        const env = { HOME: folder.uri.fsPath, ELECTRON_RUN_AS_NODE: '1' };
        terminal = vscode.window.createTerminal({ shellPath: '/bin/bash', cwd: folder.uri, env });
        terminal.sendText(`. ./ask.sh`);
      },
    );
    assert.deepEqual(seen, all);
  });

  it('lets the values of a configuration and of its files win', async () => {
    const all = await expected();
    await writeFile(at('own.env'), 'GOOGLE_API_KEY=of-the-file\n');
    const mine = { env: { GEMINI_API_KEY: 'mine' }, envFile: at('own.env') };
    assert.deepEqual(await debugged(mine), {
      ...all,
      GEMINI_API_KEY: 'mine',
      GOOGLE_API_KEY: 'of-the-file',
    });
  });

  it('starts the emulator again for what is debugged', async () => {
    await run('stopEmulator');
    const seen = await withPrompts(prompts, () => debugged());
    assert.deepEqual(seen, await expected());
  });

  it('writes what test runners read, and asks before it replaces that', async () => {
    await withPrompts(prompts, async () => await run('writeEmulatorEnvironment'));
    const text = await readFile(at('.env.emulator'), 'utf8');
    assert.ok(
      text.includes(`GOOGLE_GEMINI_BASE_URL="${(await expected()).GOOGLE_GEMINI_BASE_URL}"`),
    );
    const shown = vscode.window.activeTextEditor?.document;
    assert.equal(shown?.uri.fsPath, at('.env.emulator'));
    await writeFile(at('.env.emulator'), 'MINE=1\n');
    const asking = new HeardPrompts(undefined);
    await withPrompts(asking, async () => await run('writeEmulatorEnvironment'));
    assert.deepEqual(
      asking.asked.map(({ kind }) => kind),
      ['confirm'],
    );
    assert.equal(await readFile(at('.env.emulator'), 'utf8'), 'MINE=1\n');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  describe('with recordings', () => {
    const ADDRESS = 'Another URL…';
    const recordings = () => join('.genlang', 'recordings', session());
    let upstream: Emulator;
    let choices: HeardPrompts;

    before(async () => {
      upstream = await startEmulator({ speed: { latency: 0, rate: 0 }, randomSeed: 'upstream' });
      prompts = new HeardPrompts();
      await toggle();
      await windowEmulator(session());
    });
    beforeEach(() => {
      choices = new HeardPrompts();
    });
    after(async () => {
      await toggle();
      await rm(at('.genlang'), { recursive: true, force: true });
    });

    const menu = (...answers: readonly string[]) => {
      choices.answer(...answers);
      return withPrompts(choices, async () => await run('emulatorInTerminals'));
    };
    /** As a program that was led there asks. */
    async function answerTo(text: string): Promise<{ status: number; text: string }> {
      const { GOOGLE_GEMINI_BASE_URL: base } = await expected();
      const response = await fetch(`${base}/v1beta/models/emulator-flash:generateContent`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-goog-api-key': upstream.apiKey },
        body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }] }),
      });
      return { status: response.status, text: await response.text() };
    }

    it('records what another service answers, and replays that without it', async () => {
      await menu('Select Response Source…', 'Record', ADDRESS, upstream.baseUrl);
      await choices.hears(/ with your app’s own keys and are recorded\. Open a new/);
      const { GOOGLE_GEMINI_BASE_URL } = await expected();
      // Programs have the user's own keys now.
      assert.deepEqual(await inTerminal(), { ...NOTHING, GOOGLE_GEMINI_BASE_URL });
      const recorded = await answerTo('Name three rivers.');
      assert.equal(recorded.status, 200);
      await menu('Stop Recording');
      await choices.hears(/: 1 recorded\.?$/);
      assert.deepEqual(choices.notices.at(-1)?.choices, ['Show List', 'Show Recordings']);
      const [file = ''] = await readdir(at(recordings()));
      assert.match(file, /^0001-models\.generateContent-/);
      assert.ok((await readFile(at(join(recordings(), file)), 'utf8')).includes('three rivers'));
      assert.deepEqual(await inTerminal(), await expected());

      await upstream.close();
      await menu('Select Response Source…', 'Replay');
      assert.deepEqual(await answerTo('Name three rivers.'), recorded);
      assert.equal((await answerTo('Name three lakes.')).status, 404);
      await menu('Select Response Source…', 'Emulator');
      const row = choices.asked.findLast(({ text }) => text.startsWith('Configure Emulator for'));
      const mode = row?.items?.find(({ label }) => label === 'Select Response Source…');
      assert.match(mode?.description ?? '', /^Replay: .*1 from recordings, 1 missing$/);
      assert.equal((await answerTo('Name three lakes.')).status, 200);
    });
  });

  it('is turned off again, and leaves nothing', async () => {
    await toggle();
    assert.deepEqual(await inTerminal(), NOTHING);
    assert.deepEqual(await debugged(), NOTHING);
  });
});
