import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { openWorkbench } from '../harness/workbench.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { modelRow } from './support/steps.mjs';

describe('the emulator from the palette', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await openWorkbench();
  });
  after(() => workbench.close());

  const status = () => workbench.page.locator('.statusbar-item', { hasText: /Emulator/ });

  const center = () => workbench.page.locator('.notifications-center.visible');

  /** The commands of the emulator that the palette offers. */
  async function offered() {
    await workbench.page.keyboard.press('F1');
    const widget = workbench.page.locator('.quick-input-widget:visible');
    await widget.locator('input').first().fill('>Generative Language: Emulator');
    await widget.getByText('Use the Built-in Emulator').first().waitFor();
    const labels = await widget.locator('.quick-input-list .monaco-list-row').allInnerTexts();
    return {
      labels: ['Start', 'Stop', 'Reset', 'Seed'].filter((verb) =>
        labels.some((label) => label.includes(`${verb} Emulator`)),
      ),
      close: () => workbench.page.keyboard.press('Escape'),
    };
  }

  /** @param {string} button */
  async function answerDialog(button) {
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  it('offers to start it while it does not run', async () => {
    await workbench.openView();
    const { labels, close } = await offered();
    assert.deepEqual(labels, ['Start']);
    await close();
    await workbench.palette('Generative Language: Start Emulator');
    // A VS Code that is driven by a program pops no notification up, but lists it.
    await workbench.palette('Notifications: Show Notifications');
    await center()
      .getByText(/The built-in emulator listens on port \d+/)
      .waitFor();
    await workbench.screenshot('emulator-started');
    await center().getByRole('button', { name: 'Use It' }).click();
    await modelRow(workbench, 'Emulator Flash').waitFor();
    await status().getByText(/:\d+/).waitFor();
  });

  it('offers the others while it runs', async () => {
    const { labels, close } = await offered();
    assert.deepEqual(labels, ['Stop', 'Reset', 'Seed']);
    await workbench.screenshot('emulator-palette');
    await close();
  });

  it('takes another seed after a question, and goes back', async () => {
    await workbench.palette('Generative Language: Seed Emulator…');
    const list = workbench.page.locator('.quick-input-widget:visible');
    await list.getByText('No models and no resources').waitFor();
    await workbench.screenshot('emulator-seed');
    await list.getByText('No models and no resources').click();
    await workbench.page.getByText('Replace the data of the built-in emulator').waitFor();
    await workbench.screenshot('emulator-confirm');
    await answerDialog('Replace');
    await modelRow(workbench, 'Emulator Flash').waitFor({ state: 'detached' });
    await workbench.palette('Generative Language: Seed Emulator…');
    await list.getByText('Something of every kind to browse').click();
    await answerDialog('Replace');
    await modelRow(workbench, 'Emulator Flash').waitFor();
  });

  it('stops, and another start finds its data again', async () => {
    await workbench.screenshot('emulator-status-bar');
    await workbench.palette('Generative Language: Stop Emulator');
    await expectSoon(
      async () => !/:\d+/.test(await status().innerText()),
      'The status bar went on to show a port.',
    );
    await workbench.palette('Generative Language: Start Emulator');
    await status().getByText(/:\d+/).waitFor();
  });

  it('takes another port where the wanted one is in use, and says so', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(address && typeof address === 'object');
    try {
      await workbench.palette('Generative Language: Stop Emulator');
      await setPort(address.port);
      await workbench.palette('Generative Language: Start Emulator');
      const said = `Port ${address.port} is in use by another program or window.`;
      await workbench.palette('Notifications: Show Notifications');
      await center().getByText(said).waitFor();
      await workbench.screenshot('emulator-port-busy');
    } finally {
      server.close();
    }
  });

  /** @param {number} port */
  async function setPort(port) {
    await workbench.palette('Preferences: Open User Settings (JSON)');
    const editor = workbench.page.locator('.editor-instance .monaco-editor').first();
    await editor.waitFor();
    await editor.click();
    const { keyboard } = workbench.page;
    await keyboard.press('Control+a');
    await keyboard.insertText(
      JSON.stringify({
        'generativeLanguage.activeConnection': 'emulator',
        'generativeLanguage.emulator.port': port,
      }),
    );
    await keyboard.press('Control+s');
    await workbench.page.locator('.tab.active:not(.dirty)').waitFor();
  }
});
