import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkbench } from '../harness/workbench.mjs';
import { startEmulator } from './support/emulator.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { hideNotices, noticed } from './support/notices.mjs';
import { chooseRow } from './support/prompts.mjs';
import { answerInput, openPlayground, tryEmulator } from './support/steps.mjs';

/** What a user has: a program that asks a model, with any client, and writes down what it got. */
const PROGRAM = `const { readFileSync, writeFileSync } = require('node:fs');
const { GOOGLE_GEMINI_BASE_URL: base, GEMINI_API_KEY: key = 'a-key-of-mine' } = process.env;
const url = base + '/v1beta/models/gemini-2.5-flash:generateContent';
const text = readFileSync(__dirname + '/prompt.txt', 'utf8');
const body = JSON.stringify({ contents: [{ parts: [{ text }] }] });
const headers = { 'content-type': 'application/json', 'x-goog-api-key': key };
fetch(url, { method: 'POST', headers, body })
  .then((answer) => answer.json())
  .then((answer) => writeFileSync(__dirname + '/answer.json', JSON.stringify({ base, answer })));
`;

const LAUNCH = {
  version: '0.2.0',
  configurations: [
    {
      ...{ type: 'node', request: 'launch', name: 'Ask', program: '${workspaceFolder}/ask.js' },
      ...{ console: 'internalConsole', runtimeExecutable: process.execPath },
    },
  ],
};

/** The row of the mode: others begin with the same word. */
const RECORD = /this takes the place of earlier recordings/;

/**
 * @typedef {object} Answered
 * @property {string} base
 * @property {{
 *   readonly candidates: readonly { content: { parts: { text: string }[] } }[],
 *   readonly error?: { readonly code: number, readonly message: string },
 * }} answer
 */

describe('programs of a user on the emulator', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {string} */
  let folder;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'terminals-'));
    await mkdir(join(folder, '.vscode'));
    await writeFile(join(folder, 'ask.js'), PROGRAM);
    await writeFile(join(folder, 'prompt.txt'), 'Name a colour.');
    await writeFile(join(folder, '.vscode/launch.json'), JSON.stringify(LAUNCH));
    workbench = await openWorkbench({ folder, isWhole: true });
  });
  after(async () => {
    await workbench.close();
    await rm(folder, { recursive: true, force: true });
  });

  const item = () => workbench.page.locator('.statusbar-item', { hasText: 'Terminals: Emulator' });
  const list = () => workbench.page.locator('.quick-input-widget:visible');

  /** What the program has written since it was last looked at. */
  async function answered() {
    /** @type {Answered | undefined} */
    let found;
    const file = join(folder, 'answer.json');
    await expectSoon(async () => {
      const text = await readFile(file, 'utf8').catch(() => '');
      found = text === '' ? undefined : JSON.parse(text);
      return found !== undefined;
    }, 'The program wrote no answer.');
    await rm(file);
    assert.ok(found);
    return found;
  }

  it('shows nothing before it is used', async () => {
    assert.equal(await item().count(), 0);
  });

  it('is turned on from the palette, and says so', async () => {
    await workbench.palette('Generative Language: Use Emulator in Terminals and Debugging');
    await item().waitFor();
    await expectSoon(
      async () => (await item().innerText()).trim() === 'Terminals: Emulator',
      'The status bar did not say that it is on.',
    );
    const notice = await noticed(
      workbench,
      /^Terminals, tasks and debugging that begin from now on in/,
    );
    await workbench.screenshot('terminals-on-dark');
    await notice.getByRole('button', { name: 'New Terminal' }).click();
    await workbench.page.locator('.terminal-wrapper.active .xterm-rows').waitFor();
  });

  it('answers a program that is run in a terminal', async () => {
    const terminal = workbench.page.locator('.terminal-wrapper.active');
    await terminal.locator('.xterm-helper-textarea').focus();
    await workbench.page.keyboard.type(`"${process.execPath}" ask.js\n`);
    const { base, answer } = await answered();
    assert.match(base, /^http:\/\/127\.0\.0\.1:\d+\/s\/[0-9a-f]{8}$/);
    assert.notEqual(answer.candidates[0]?.content.parts[0]?.text ?? '', '');
    await workbench.screenshot('terminals-terminal');
  });

  it('answers a program that is debugged', async () => {
    await workbench.palette('Debug: Start Debugging');
    const { base, answer } = await answered();
    assert.match(base, /\/s\/[0-9a-f]{8}$/);
    assert.notEqual(answer.candidates[0]?.content.parts[0]?.text ?? '', '');
  });

  it('shows what both have asked in the traffic, below their folder', async () => {
    const pane = await workbench.openPanelView('Traffic');
    const asked = pane.getByRole('treeitem', {
      name: /^models\.generateContent, gemini-2\.5-flash, 200, .+, emulator$/,
    });
    await asked.nth(1).waitFor();
    await pane.getByRole('treeitem', { name: /: Terminals and Debugging, 2 requests$/ }).waitFor();
    for (const theme of /** @type {const} */ (['dark', 'light', 'hc-black'])) {
      await workbench.chooseTheme(theme);
      await workbench.screenshot(`terminals-traffic-${theme}`);
    }
    await asked.first().click();
    const text = workbench.page.locator('.editor-instance .view-lines');
    await text.getByText('Answered by: emulator').waitFor();
  });

  for (const theme of /** @type {const} */ (['dark', 'light', 'hc-black'])) {
    it(`has a menu in the status bar (${theme})`, async () => {
      await workbench.chooseTheme(theme);
      await item().click();
      await list().getByText('Turn Off').waitFor();
      await workbench.screenshot(`terminals-menu-${theme}`);
      await workbench.page.keyboard.press('Escape');
      await list().waitFor({ state: 'detached' });
    });
  }

  it('warns while the emulator is stopped, and starts it from there', async () => {
    await workbench.chooseTheme('dark');
    await workbench.palette('Generative Language: Stop Emulator');
    const stopped = workbench.page.locator('.statusbar-item', { hasText: 'Emulator Stopped' });
    await stopped.waitFor();
    await workbench.screenshot('terminals-stopped');
    await stopped.click();
    await list().getByText('Start Emulator').click();
    await stopped.waitFor({ state: 'detached' });
  });

  it('writes a file for test runners', async () => {
    await item().click();
    await list().getByText('Write .env.emulator…').click();
    await workbench.page.locator('.tab', { hasText: '.env.emulator' }).waitFor();
    assert.match(await readFile(join(folder, '.env.emulator'), 'utf8'), /^GEMINI_API_KEY=/m);
    await workbench.screenshot('terminals-file');
  });

  // What is debugged is a real program, by VS Code's own debugger; the service that is recorded is a second emulator.
  describe('that are recorded', () => {
    /** @type {import('./support/emulator.mjs').RunningEmulator} */
    let service;
    let isUp = true;
    let text = '';
    before(async () => {
      service = await startEmulator();
    });
    after(async () => {
      if (isUp) await service.stop();
    });

    const mode = (/** @type {string} */ name) =>
      workbench.page.locator('.statusbar-item', { hasText: `Terminals: ${name}` });

    /** Opens the menu of the item, and chooses these rows one after the other. @param {readonly RegExp[]} rows */
    async function choose(...rows) {
      await mode('').click();
      for (const row of rows) await chooseRow(workbench, row);
    }
    async function debugged() {
      await workbench.palette('Debug: Start Debugging');
      return (await answered()).answer;
    }

    it('ask a service while that is recorded', async () => {
      await choose(/^What Answers…/, RECORD, /^Another address…/);
      await answerInput(workbench, 'Address of the service', service.baseUrl);
      await mode('Record').waitFor();
      text = (await debugged()).candidates[0]?.content.parts[0]?.text ?? '';
      assert.notEqual(text, '');
      const { entries } = await service.control('log');
      const asked = entries.filter(
        (/** @type {{ operation?: string }} */ { operation }) => operation,
      );
      assert.equal(asked.length, 1);
      await workbench.screenshot('terminals-recording');
      await choose(/^Stop Recording/);
      await noticed(workbench, /: 1 recorded, 0 missing, 0 unused\.$/);
      await workbench.screenshot('terminals-recorded');
      await hideNotices(workbench);
    });

    it('are answered the same without it, and told what differs where they ask anything else', async () => {
      isUp = false;
      await service.stop();
      await choose(/^What Answers…/, /^Replay/);
      await mode('Replay').waitFor();
      const again = await debugged();
      assert.equal(again.candidates[0]?.content.parts[0]?.text, text);
      await writeFile(join(folder, 'prompt.txt'), 'Name a fruit.');
      const { error } = await debugged();
      assert.equal(error?.code, 404);
      assert.match(error.message, /recorded "Name a colour\.", asked "Name a fruit\."/);
      await mode('Replay').click();
      await list().getByText('1 from recordings, 1 missing').waitFor();
      await workbench.screenshot('terminals-replayed');
      await workbench.page.keyboard.press('Escape');
      await choose(/^What Answers…/, /^Emulator/);
      await mode('Emulator').waitFor();
    });
  });

  describe('beside what the window itself asks', () => {
    const ofWindow = (/** @type {string} */ label) =>
      workbench.page.locator('.statusbar-item', { hasText: label });
    const ask = async (/** @type {string} */ text) => {
      const playground = await openPlayground(workbench);
      await playground.send(text);
      return playground;
    };

    it('which is recorded from the palette, and says so', async () => {
      await tryEmulator(workbench);
      await workbench.palette('Generative Language: Record or Replay This Window…');
      await chooseRow(workbench, RECORD);
      await ofWindow('Record: Built-in Emulator').waitFor();
      const playground = await ask('Name three rivers.');
      await playground.ended('Complete');
    });

    for (const theme of /** @type {const} */ (['dark', 'light', 'hc-black'])) {
      it(`has a menu (${theme})`, async () => {
        await workbench.chooseTheme(theme);
        await ofWindow('Record: Built-in Emulator').click();
        await list()
          .getByText(/\d+ recorded, 0 missing/)
          .waitFor();
        await workbench.screenshot(`window-recording-${theme}`);
        await workbench.page.keyboard.press('Escape');
        await list().waitFor({ state: 'detached' });
      });
    }

    it('answers a conversation from its recording', async () => {
      await ofWindow('Record: Built-in Emulator').click();
      await chooseRow(workbench, /^Stop Recording/);
      await noticed(workbench, /^Recording of “Built-in Emulator” has ended: \d+ recorded/);
      await workbench.screenshot('window-recorded');
      await hideNotices(workbench);
      await workbench.palette('Generative Language: Record or Replay This Window…');
      await chooseRow(workbench, /^Replay/);
      await ofWindow('Replay: Built-in Emulator').waitFor();
      const playground = await ask('Name three rivers.');
      await playground.ended('Complete');
      await ofWindow('Replay: Built-in Emulator').click();
      await list()
        .getByText(/[1-9]\d* from recordings/)
        .waitFor();
      await workbench.page.keyboard.press('Escape');
    });

    it('shows what differs where there is no recording, and records it from there', async () => {
      const playground = await ask('Name three lakes.');
      const record = playground.last.getByRole('button', { name: 'Record This Request' });
      await record.waitFor();
      for (const theme of /** @type {const} */ (['dark', 'light', 'hc-black'])) {
        await workbench.chooseTheme(theme);
        await workbench.screenshot(`window-missing-${theme}`);
      }
      await workbench.chooseTheme('dark');
      await record.click();
      await playground.ended('Complete');
      await ofWindow('Record Missing: Built-in Emulator').waitFor();
      await workbench.screenshot('window-record-missing');
    });
  });

  // Suites within this one come after its own stories.
  describe('at the end', () => {
    it('is turned off from the menu', async () => {
      await item().click();
      await list().getByText('Turn Off').click();
      await workbench.page.locator('.statusbar-item', { hasText: 'Emulator Off' }).waitFor();
      await workbench.screenshot('terminals-off');
    });
  });
});

describe('programs of a user in a workspace without trust', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    const settings = {
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
    };
    workbench = await openWorkbench({ settings });
  });
  after(() => workbench.close());

  const item = () => workbench.page.locator('.statusbar-item', { hasText: 'Terminals: Emulator' });

  it('are not led to the emulator, and the user is told why and how to change that', async () => {
    await workbench.palette('Generative Language: Use Emulator in Terminals and Debugging');
    const notice = await noticed(
      workbench,
      /in a workspace that you trust: this one is in restricted/,
    );
    await workbench.screenshot('terminals-not-trusted');
    await notice.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await workbench.page.locator('.workspace-trust-editor').waitFor();
    assert.match(await item().innerText(), /Emulator Off/);
  });

  it('are led to it once the user trusts the workspace, until the window is loaded again', async () => {
    await workbench.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.page.getByText('You trust this folder').first().waitFor();
    // The page about trust lies above the window, and keeps the keys.
    const above = workbench.page.locator('.monaco-modal-editor-block');
    await above
      .getByRole('button', { name: /^Close/ })
      .first()
      .click();
    await above.waitFor({ state: 'hidden' });
    await workbench.palette('Generative Language: Use Emulator in Terminals and Debugging');
    await expectSoon(
      async () => (await item().innerText()).trim() === 'Terminals: Emulator',
      'The status bar did not say that it is on.',
    );
    await workbench.reload();
    await workbench.openView();
    await workbench.page.locator('.statusbar-item', { hasText: 'No Connection' }).waitFor();
    assert.equal(await item().count(), 0);
  });
});
