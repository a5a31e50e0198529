import assert from 'node:assert/strict';
import { openWorkbench } from '../harness/workbench.mjs';
import { answer } from './support/prompts.mjs';
import { answerInput, listedModel, tooltip } from './support/steps.mjs';

/** Nothing listens there, and nobody signed in. */
const WORK = {
  id: 'work0001',
  name: 'Work $(trash)',
  endpoint: 'http://127.0.0.1:1',
  auth: 'oauth',
  project: 'engines',
};

describe('connections', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  before(async () => {
    workbench = await openWorkbench({
      settings: {
        'generativeLanguage.connections': [WORK],
        'generativeLanguage.activeConnection': WORK.id,
      },
    });
  });
  after(() => workbench.close());

  describe('the status bar and the doctor of a connection', () => {
    const sheet = () => workbench.webviewFrame();
    const titles = () => sheet().getByRole('listitem').getByRole('heading').allInnerTexts();

    it('say of an account that nobody is signed in, open the menu of connections, and run a fix', async () => {
      const { page } = workbench;
      await workbench.openView();
      const item = page
        .locator('.part.statusbar')
        .getByRole('button', { name: /You are not signed in\./ });
      await item.waitFor();
      // The name is a text, not an icon.
      assert.equal((await item.innerText()).trim(), WORK.name);
      assert.equal(await item.locator('.codicon').count(), 1);
      await item.locator('.codicon-warning').waitFor();
      const hover = await tooltip(workbench, item, /engines/);
      assert.deepEqual((await hover.innerText()).trim().split('\n'), [
        `Gemini API: connected to “${WORK.name}” at 127.0.0.1:1.`,
        'Authentication: account.',
        'Project: engines.',
        'API version: v1beta.',
        'You are not signed in.',
        'Click to change.',
      ]);
      await item.click();
      const list = page.locator('.quick-input-widget:visible');
      await list
        .getByText(/^Connections/)
        .first()
        .waitFor();
      await list.getByRole('option', { name: /this window/ }).waitFor();
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'hidden' });
      await workbench.palette('Gemini API: Diagnose Connection…');
      await sheet().getByRole('heading', { name: '2 problems found' }).waitFor();
      const found = await titles();
      assert.deepEqual(found.slice(0, 2), ['OAuth client failed', 'Network failed']);
      assert.ok(found.includes('Loopback address passed'), found.join());
      const [client] = await sheet().getByRole('listitem').all();
      await client?.getByRole('button', { name: 'Import OAuth Client…' }).waitFor();
      await sheet().getByRole('button', { name: 'Edit Connection…' }).click();
      await list.waitFor();
      await page.keyboard.press('Escape');
      await sheet().getByRole('button', { name: 'Check Again' }).waitFor();
      await sheet().getByRole('heading', { name: '2 problems found' }).waitFor();
      await sheet().getByRole('button', { name: 'Copy Report' }).click();
      await sheet().getByRole('button', { name: 'Copied' }).waitFor();
    });
  });

  describe('managing connections', () => {
    const widget = () => workbench.page.locator('.quick-input-widget:visible');

    /**
     * A row of the open list.
     * @param {string} text
     */
    const row = (text) => widget().locator('.monaco-list-row').filter({ hasText: text }).first();

    /** @param {string} name */
    const inStatusBar = (name) =>
      workbench.page.locator('.part.statusbar').getByText(name, { exact: true }).waitFor();

    /** @param {string} entry Of the menu of connections. */
    async function manage(entry) {
      await workbench.palette('Gemini API: Manage Connections…');
      await row(entry).click();
    }

    it('removes the only one, adds, edits, copies and chooses others, and names the one in use', async () => {
      await workbench.palette('View: Close All Editors');
      await manage('Remove Connection…');
      await answer(workbench, `Remove the connection “${WORK.name}”?`, 'Remove');
      await inStatusBar('No Connection');

      const sidebar = await workbench.openView();
      await sidebar.getByRole('button', { name: 'Sign In…' }).waitFor();
      await workbench.page.locator('.part.statusbar').getByText('No Connection').click();
      await row('Add Connection…').waitFor();
      await row('Add Connection…').click();
      await row('Application default credentials').waitFor();
      await row('No authentication').click();
      await answerInput(workbench, 'Base URL of the API', 'http://gateway.example');
      await widget().getByText('unencrypted').first().waitFor();
      await answerInput(workbench, 'Add Connection', 'http://127.0.0.1:9');
      await answerInput(workbench, 'Enter a name for the connection', 'Gateway');
      await inStatusBar('Gateway');

      await manage('Edit Connection…');
      await row('API version').click();
      await row('v1beta3').click();
      await row('API version').filter({ hasText: 'v1beta3' }).waitFor();
      await row('Name').click();
      await answerInput(workbench, 'Enter a new name for', 'Own gateway');
      await row('Own gateway').waitFor();
      await workbench.page.keyboard.press('Escape');
      await inStatusBar('Own gateway');

      await manage('Duplicate Connection…');
      await answerInput(workbench, 'Enter a name for the copy', 'Copy');
      await inStatusBar('Copy');
      await workbench.page.locator('.part.statusbar').getByText('Copy', { exact: true }).click();
      await row('Copy').filter({ hasText: 'this window' }).waitFor();
      await row('Copy').hover();
      await row('Copy').getByRole('button', { name: 'Remove Connection…' }).click();
      const dialog = workbench.page.locator('.monaco-dialog-box');
      await dialog.getByText('Remove the connection “Copy”?').waitFor();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await inStatusBar('Own gateway');

      await workbench.palette('Gemini API: Switch Connection…');
      await row('Own gateway').filter({ hasText: 'this window · new windows' }).waitFor();
      await row('Built-in Emulator').click();
      await row('This window and new windows').waitFor();
      await widget().getByText('2/2').waitFor();
      await widget().getByRole('button', { name: 'Back' }).click();
      await row('Built-in Emulator').click();
      await row('This window and new windows').click();
      await listedModel(workbench).waitFor();
      await workbench.page
        .locator('.part.sidebar .pane-header')
        .getByText('Built-in Emulator')
        .waitFor();
      await workbench.palette('Gemini API: Switch Connection…');
      await row('Built-in Emulator').filter({ hasText: 'this window · new windows' }).waitFor();
      await workbench.page.keyboard.press('Escape');
    });
  });
});
