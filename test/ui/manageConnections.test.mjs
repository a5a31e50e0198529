import { openWorkbench } from '../harness/workbench.mjs';
import { answerInput, modelRow } from './support/steps.mjs';

describe('managing connections', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await openWorkbench();
  });
  after(() => workbench.close());

  const widget = () => workbench.page.locator('.quick-input-widget:visible');

  /**
   * A row of the open list.
   * @param {string} text
   */
  const row = (text) => widget().locator('.monaco-list-row').filter({ hasText: text }).first();

  /** @param {string} name */
  const inStatusBar = (name) =>
    workbench.page.locator('.part.statusbar').getByText(name, { exact: true }).waitFor();

  it('adds one from the status bar, and refuses a bad address in the box', async () => {
    const sidebar = await workbench.openView();
    await sidebar.getByRole('button', { name: 'Sign In…' }).waitFor();
    await workbench.screenshot('connections-welcome');
    await workbench.page.locator('.part.statusbar').getByText('No Connection').click();
    await row('Add Connection…').waitFor();
    await workbench.screenshot('connections-menu-empty');
    await row('Add Connection…').click();
    await row('Application default credentials').waitFor();
    await workbench.screenshot('connections-kinds');
    await row('No credential').click();
    await answerInput(workbench, 'Address of the service', 'http://gateway.example');
    await widget().getByText('unencrypted').first().waitFor();
    await workbench.screenshot('connections-endpoint-refused');
    await answerInput(workbench, 'Add Connection', 'http://127.0.0.1:9');
    await answerInput(workbench, 'Name of the connection', 'Gateway');
    await inStatusBar('Gateway');
  });

  it('edits its fields one after the other, and comes back to the list', async () => {
    await workbench.palette('Generative Language: Edit Connection…');
    await row('API version').click();
    await row('v1beta3').click();
    await row('API version').filter({ hasText: 'v1beta3' }).waitFor();
    await workbench.screenshot('connections-edit');
    await row('Name').click();
    await answerInput(workbench, 'New name of', 'Own gateway');
    await row('Own gateway').waitFor();
    await workbench.page.keyboard.press('Escape');
    await inStatusBar('Own gateway');
  });

  it('makes a copy the one in use, marks it in the menu, and removes it again', async () => {
    await workbench.palette('Generative Language: Duplicate Connection…');
    await answerInput(workbench, 'Name of the copy', 'Copy');
    await inStatusBar('Copy');
    await workbench.page.locator('.part.statusbar').getByText('Copy', { exact: true }).click();
    await row('Copy').filter({ hasText: 'this window' }).waitFor();
    await workbench.screenshot('connections-menu');
    await row('Copy').hover();
    await row('Copy').getByRole('button', { name: 'Remove Connection…' }).click();
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByText('Remove the connection “Copy”?').waitFor();
    await workbench.screenshot('connections-remove');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await inStatusBar('Own gateway');
  });

  it('chooses another one for this window and new ones, goes back, and names it in the sidebar', async () => {
    const { page } = workbench;
    await workbench.palette('Generative Language: Switch Connection…');
    await row('Own gateway').filter({ hasText: 'this window · new windows' }).waitFor();
    await row('Built-in Emulator').click();
    await row('This window, and new windows too').waitFor();
    await widget().getByText('2/2').waitFor();
    await workbench.screenshot('connections-reach');
    await widget().getByRole('button', { name: 'Back' }).click();
    await row('Built-in Emulator').click();
    await row('This window, and new windows too').click();
    await modelRow(workbench, 'Emulator Flash').waitFor();
    await page.locator('.part.sidebar .pane-header').getByText('Built-in Emulator').waitFor();
    await workbench.screenshot('connections-sidebar');
    await workbench.palette('Generative Language: Switch Connection…');
    await row('Built-in Emulator').filter({ hasText: 'this window · new windows' }).waitFor();
    await page.keyboard.press('Escape');
  });
});
