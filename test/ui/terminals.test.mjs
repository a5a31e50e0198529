import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkbench } from '../harness/workbench.mjs';
import { startEmulator } from './support/emulator.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { hideNotices, noticed } from './support/notices.mjs';
import { LAUNCH, PROGRAM, RULES, stall, WRONG_RULES } from './support/program.mjs';
import { chooseOf, chooseRow } from './support/prompts.mjs';
import {
  answerInput,
  chooseEntry,
  openPlayground,
  selectWord,
  tryEmulator,
} from './support/steps.mjs';

/** The row of the mode: others begin with the same word. */
const RECORD = /replace earlier ones to the same requests/;

/**
 * @typedef {object} Answered
 * @property {string} base
 * @property {{
 *   readonly candidates: readonly { content: { parts: { text: string }[] } }[],
 *   readonly error?: { readonly code: number, readonly message: string },
 *   readonly reason?: string,
 * }} answer
 */

describe('programs of a user on the emulator', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {string} */
  let folder;
  /** Where its programs find the service. @type {string} */
  let service;

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

  /** Rows of the traffic by how they are read out. @param {string | RegExp} name */
  const rows = (name) => workbench.panelView('Traffic').getByRole('treeitem', { name });
  /** The text of the editor with the focus in the end. @param {string | RegExp} words */
  const shows = async (words) =>
    await workbench.page.locator('.editor-instance .view-lines').getByText(words).first().waitFor();

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

  it('answers what runs in a terminal and what is debugged, shows both in the traffic, and warns while the emulator is stopped', async () => {
    assert.equal(await item().count(), 0);

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
    // Its rows are in the page only where VS Code has no graphics to draw it with.
    await workbench.page.locator('.terminal-wrapper.active .xterm-screen').waitFor();

    const terminal = workbench.page.locator('.terminal-wrapper.active');
    await terminal.locator('.xterm-helper-textarea').focus();
    await workbench.page.keyboard.type(`"${process.execPath}" ask.js\n`);
    const { base, answer } = await answered();
    assert.match(base, /^http:\/\/127\.0\.0\.1:\d+\/s\/[0-9a-f]{8}$/);
    assert.notEqual(answer.candidates[0]?.content.parts[0]?.text ?? '', '');
    await workbench.screenshot('terminals-terminal');

    await workbench.palette('Debug: Start Debugging');
    const debugged = await answered();
    assert.match(debugged.base, /\/s\/[0-9a-f]{8}$/);
    service = debugged.base;
    assert.notEqual(debugged.answer.candidates[0]?.content.parts[0]?.text ?? '', '');

    const pane = await workbench.openPanelView('Traffic');
    const asked = pane.getByRole('treeitem', {
      name: /^models\.generateContent, gemini-2\.5-flash, 200, emulator, /,
    });
    await asked.nth(1).waitFor();
    await pane.getByRole('treeitem', { name: /: Terminals and Debugging, 2 requests$/ }).waitFor();
    await workbench.screenshot('terminals-traffic');
    await asked.first().click();
    const text = workbench.page.locator('.editor-instance .view-lines');
    await text.getByText('Answered by: emulator').waitFor();

    const { page } = workbench;
    const leave = await stall(service);
    const row = rows(/^models\.streamGenerateContent, gemini-2\.5-flash, running$/);
    await row.waitFor();
    await workbench.screenshot('terminals-traffic-running');
    await row.click({ button: 'right' });
    const entry = (/** @type {string} */ name) => page.getByRole('menuitem', { name });
    await entry('Open Exchange').waitFor();
    for (const name of ['Save as', 'Copy as curl', 'Compare']) {
      assert.equal(await entry(name).count(), 0, name);
    }
    await page.keyboard.press('Escape');
    await leave();
    await rows(/^models\.streamGenerateContent, .+, left before the end, emulator, /).waitFor();
    assert.equal(await row.count(), 0);
    await rows(/: Terminals and Debugging, 3 requests$/).waitFor();

    await workbench.palette('Generative Language: Stop Emulator');
    const stopped = workbench.page.locator('.statusbar-item', { hasText: 'Emulator Stopped' });
    await stopped.waitFor();
    await workbench.screenshot('terminals-stopped');
    await stopped.click();
    await list().getByText('Start Emulator').click();
    await stopped.waitFor({ state: 'detached' });

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

    it('ask a service while that is recorded, and are read beside their files', async () => {
      await choose(/^Choose What Answers…/, RECORD, /^Another address…/);
      await answerInput(workbench, 'Address of the service', service.baseUrl);
      await mode('Record').waitFor();
      text = (await debugged()).candidates[0]?.content.parts[0]?.text ?? '';
      assert.notEqual(text, '');
      const { entries } = await service.control('log');
      const asked = entries.filter(
        (/** @type {{ operation?: string }} */ { operation }) => operation,
      );
      assert.equal(asked.length, 1);
      await writeFile(join(folder, 'prompt.txt'), 'Say good morning.');
      await debugged();
      await workbench.screenshot('terminals-recording');
      await choose(/^Stop Recording/);
      const notice = await noticed(workbench, /: 2 recorded\.$/);
      await workbench.screenshot('terminals-recorded');
      await notice.getByRole('button', { name: 'Show List' }).click();
      await list()
        .getByText(/^0001-models\.generateContent/)
        .waitFor();
      await workbench.screenshot('terminals-recorded-list');
      await chooseRow(workbench, /0002-live\.bidiGenerateContent/);
      await workbench.page.locator('.tab.active', { hasText: '0002-live' }).waitFor();
      await hideNotices(workbench);

      await workbench.palette('Generative Language: Open Readable View to the Side');
      await shows('Live Session');
      await workbench.screenshot('recording-live');
      await workbench.palette('View: Close All Editors');
    });

    it('are answered the same without it, told what differs, and compared with the nearest recording', async () => {
      isUp = false;
      await service.stop();
      await choose(/^Choose What Answers…/, /^Replay/);
      await mode('Replay').waitFor();
      await writeFile(join(folder, 'prompt.txt'), 'Name a colour.');
      const again = await debugged();
      assert.equal(again.candidates[0]?.content.parts[0]?.text, text);
      await writeFile(join(folder, 'prompt.txt'), 'Name a fruit.');
      const { error } = await debugged();
      assert.equal(error?.code, 404);
      assert.match(error.message, /recorded "Name a colour\.", asked "Name a fruit\."/);
      await writeFile(join(folder, 'prompt.txt'), 'Say good night.');
      assert.match((await debugged()).reason ?? '', /^Not recorded: 0002-live/);
      await mode('Replay').click();
      await list().getByText('1 from recordings, 2 missing').waitFor();
      await workbench.screenshot('terminals-replayed');
      await workbench.page.keyboard.press('Escape');

      await workbench.openPanelView('Traffic');
      await rows(new RegExp(`^${model}, 200, service, `)).waitFor();
      await rows(new RegExp(`^${model}, 200, recording, `)).waitFor();
      await missed().waitFor();
      const live = 'live\\.bidiGenerateContent';
      await rows(new RegExp(`^${live}, 101, service, .+ messages? sent, .+ received$`)).waitFor();
      await rows(new RegExp(`^${live}, .+, no recording, `)).waitFor();
      // A second time above the others, where there are too many for the view.
      await rows(/: Terminals and Debugging, \d+ requests, 2 missing$/)
        .first()
        .waitFor();
      assert.equal(await rows(/^emulator\./).count(), 0);
      await workbench.screenshot('terminals-traffic-answered');
      await choose(/^Choose What Answers…/, /^Emulator/);
      await mode('Emulator').waitFor();

      await missed().click();
      await shows('Nearest recording: 0001-models');
      await workbench.screenshot('terminals-missed');
      await missed().hover();
      await missed().getByRole('button', { name: 'Compare with Nearest Recording' }).click();
      const { page } = workbench;
      await page.locator('.tab.active', { hasText: 'recorded and missed' }).waitFor();
      const side = (/** @type {string} */ name, /** @type {RegExp} */ words) =>
        page.locator(`.monaco-diff-editor .editor.${name} .view-line`, { hasText: words });
      await side('original', /Name\sa\scolour\./).waitFor();
      await side('modified', /Name\sa\sfruit\./).waitFor();
      await workbench.screenshot('terminals-compared');
      await missed().click({ button: 'right' });
      await chooseEntry(workbench, 'Show Nearest Recording');
      await shows('Asked');
      await workbench.screenshot('recording-exchange');
      await workbench.palette('View: Close All Editors');
    });

    const model = 'models\\.generateContent, gemini-2\\.5-flash';
    const missed = () => rows(new RegExp(`^${model}, 404, no recording, `));
  });

  describe('that rules of the folder answer', () => {
    const file = () => join(folder, '.genlang', 'weather.answers.jsonc');

    it('are rows that name the rule, and what is wrong with rules is marked and told in the status bar', async () => {
      await mkdir(join(folder, '.genlang'), { recursive: true });
      await writeFile(file(), RULES);
      await writeFile(join(folder, 'prompt.txt'), 'How is the weather?');
      await expectSoon(async () => {
        await workbench.palette('Debug: Start Debugging');
        const { answer } = await answered();
        const [candidate] = answer.candidates;
        return candidate?.content.parts.some(({ text }) => text.includes('and wind.')) === true;
      }, 'The rule did not answer.');
      await workbench.openPanelView('Traffic');
      await rows(/^models\.generateContent, .+, rule the weather/)
        .first()
        .waitFor();
      await workbench.screenshot('terminals-traffic-rule');

      await writeFile(file(), WRONG_RULES);
      const { page } = workbench;
      await item().locator('.codicon-warning').waitFor();
      await item().click();
      await list()
        .getByText(/^Line 6: There is no field “contain” here\./)
        .waitFor();
      await workbench.screenshot('terminals-menu-rules');
      await chooseRow(workbench, /^Open weather\.answers\.jsonc/);
      await page.locator('.squiggly-error').first().waitFor();
      await page.locator('.statusbar-item', { hasText: 'Ln 6, Col 27' }).waitFor();
      await workbench.palette('Generative Language: Open Readable View to the Side');
      await shows('the rules read before stay in effect');
      await workbench.screenshot('answers-problem');
      await selectWord(workbench, page.locator('.view-line').getByText('"contain"'));
      await page.keyboard.type('contains');
      // Away with what is suggested, which lies over the text beside it.
      await page.keyboard.press('Escape');
      await page.locator('.squiggly-error').waitFor({ state: 'detached' });
      await shows('Thinks:');
      await workbench.screenshot('answers-readable');
      await workbench.palette('File: Save');
      await item().locator('.codicon-warning').waitFor({ state: 'detached' });
      await workbench.palette('View: Close All Editors');
      await rm(file());
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

    it('which is recorded and replayed, shows what differs, and is turned off', async () => {
      await tryEmulator(workbench);
      await chooseOf(workbench, 'Generative Language: Record or Replay This Window…', RECORD);
      await ofWindow('Record: Built-in Emulator').waitFor();
      const playground = await ask('Name three rivers.');
      await playground.ended('Complete');

      await ofWindow('Record: Built-in Emulator').click();
      await chooseRow(workbench, /^Stop Recording/);
      await noticed(workbench, /^Recording of “Built-in Emulator” has ended: \d+ recorded/);
      await workbench.screenshot('window-recorded');
      await hideNotices(workbench);
      await chooseOf(workbench, 'Generative Language: Record or Replay This Window…', /^Replay/);
      await ofWindow('Replay: Built-in Emulator').waitFor();
      const replayed = await ask('Name three rivers.');
      await replayed.ended('Complete');
      await ofWindow('Replay: Built-in Emulator').click();
      await list()
        .getByText(/[1-9]\d* from recordings/)
        .waitFor();
      await workbench.page.keyboard.press('Escape');

      const other = await ask('Name three lakes.');
      const record = other.last.getByRole('button', { name: 'Record This Request' });
      await record.waitFor();
      await workbench.screenshot('window-missing');
      await record.click();
      await other.ended('Complete');
      await ofWindow('Record Missing: Built-in Emulator').waitFor();
      await workbench.screenshot('window-record-missing');

      await item().click();
      await list().getByText('Turn Off').click();
      await workbench.page.locator('.statusbar-item', { hasText: 'Emulator Off' }).waitFor();
      await workbench.screenshot('terminals-off');
    });
  });
});
