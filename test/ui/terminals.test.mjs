import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkbench } from '../harness/workbench.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { noticed } from './support/notices.mjs';
import { LAUNCH, PROGRAM, stall } from './support/program.mjs';

describe('programs of a user on the emulator', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {string} */
  let folder;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'terminals-'));
    await mkdir(join(folder, '.vscode'));
    await writeFile(join(folder, 'ask.js'), `#!${process.execPath}\n${PROGRAM}`, { mode: 0o755 });
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
  /** What the program has written since it was last looked at. */
  async function answered() {
    /** @type {{ base: string, answer: { candidates: { content: { parts: { text: string }[] } }[] } } | undefined} */
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

    await workbench.palette('Gemini API: Toggle Emulator for Terminals and Debugging');
    await item().waitFor();
    await expectSoon(
      async () => (await item().innerText()).trim() === 'Terminals: Emulator',
      'The status bar did not say that it is on.',
    );
    const notice = await noticed(workbench, /^New terminals, tasks, and debug sessions in/);
    await notice.getByRole('button', { name: 'New Terminal' }).click();
    // Its rows are in the page only where VS Code has no graphics to draw it with.
    await workbench.page.locator('.terminal-wrapper.active .xterm-screen').waitFor();

    const terminal = workbench.page.locator('.terminal-wrapper.active');
    await terminal.locator('.xterm-helper-textarea').focus();
    await workbench.page.keyboard.type('./ask.js\n');
    const { base, answer } = await answered();
    assert.match(base, /^http:\/\/127\.0\.0\.1:\d+\/s\/[0-9a-f]{8}$/);
    assert.notEqual(answer.candidates[0]?.content.parts[0]?.text ?? '', '');

    await workbench.palette('Debug: Start Debugging');
    const debugged = await answered();
    assert.match(debugged.base, /\/s\/[0-9a-f]{8}$/);
    assert.notEqual(debugged.answer.candidates[0]?.content.parts[0]?.text ?? '', '');

    const pane = await workbench.openPanelView('Traffic');
    const asked = pane.getByRole('treeitem', {
      name: /^models\.generateContent, gemini-2\.5-flash, 200, emulator, /,
    });
    await asked.nth(1).waitFor();
    await pane.getByRole('treeitem', { name: /: Terminals and Debugging, 2 requests$/ }).waitFor();
    await asked.first().click();
    const text = workbench.page.locator('.editor-instance .view-lines');
    await text.getByText('Response source: emulator').waitFor();

    const { page } = workbench;
    const leave = await stall(debugged.base);
    const row = rows(/^models\.streamGenerateContent, gemini-2\.5-flash, running$/);
    await row.waitFor();
    await row.click({ button: 'right' });
    const entry = (/** @type {string} */ name) => page.getByRole('menuitem', { name });
    await entry('Open Request Details').waitFor();
    for (const name of ['Save as', 'Copy as cURL', 'Compare']) {
      assert.equal(await entry(name).count(), 0, name);
    }
    await page.keyboard.press('Escape');
    await leave();
    await rows(/^models\.streamGenerateContent, .+, client disconnected, emulator, /).waitFor();
    assert.equal(await row.count(), 0);
    await rows(/: Terminals and Debugging, 3 requests$/).waitFor();

    await workbench.palette('Gemini API: Stop Emulator');
    const stopped = workbench.page.locator('.statusbar-item', { hasText: 'Emulator Stopped' });
    await stopped.waitFor();
    await stopped.click();
    await list().getByText('Start Emulator').click();
    await stopped.waitFor({ state: 'detached' });

    await item().click();
    await list().getByText('Create .env.emulator File…').click();
    await workbench.page.locator('.tab', { hasText: '.env.emulator' }).waitFor();
    await item().click();
    await list().getByText('Turn Off').click();
    await workbench.page.locator('.statusbar-item', { hasText: 'Emulator Off' }).waitFor();
  });
});
