import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { openWorkbench, Workbench } from '../harness/workbench.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { noticed } from './support/notices.mjs';
import { listedModel } from './support/steps.mjs';

describe('the emulator from the palette', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  /** Has the port that the settings want. */
  const other = createServer();
  /** @type {number} */
  let port;

  before(async () => {
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    assert.ok(address && typeof address === 'object');
    port = address.port;
    workbench = await openWorkbench({ settings: { 'generativeLanguage.emulator.port': port } });
  });
  after(() => workbench.close());

  const status = () => workbench.page.locator('.statusbar-item', { hasText: /Emulator/ });

  /** The commands of the emulator that the palette offers. */
  async function offered() {
    await workbench.page.keyboard.press('F1');
    const widget = workbench.page.locator('.quick-input-widget:visible');
    await widget.locator('input').first().fill('>Gemini API: Emulator');
    await widget.getByText('Use Emulator').first().waitFor();
    const labels = await widget.locator('.quick-input-list .monaco-list-row').allInnerTexts();
    return {
      labels: ['Start Emulator', 'Stop Emulator', 'Reset Emulator', 'Load Sample Data'].filter(
        (title) => labels.some((label) => label.includes(title)),
      ),
      // What is typed while it closes is lost.
      close: () =>
        expectSoon(async () => {
          await workbench.page.keyboard.press('Escape');
          return !(await widget.isVisible());
        }, 'The palette did not close.'),
    };
  }

  it('offers what fits while it does not run and while it runs, and says when its port is in use', async () => {
    await workbench.openView();
    const { labels, close } = await offered();
    assert.deepEqual(labels, ['Start Emulator', 'Reset Emulator', 'Load Sample Data']);
    await close();
    await workbench.palette('Gemini API: Start Emulator');
    const listening = /^The built-in emulator is running on port \d+ of this machine/;
    const notice = await noticed(workbench, listening);
    await noticed(workbench, `Port ${port} is in use by another app or window.`);
    await notice.getByRole('button', { name: 'Use Emulator' }).click();
    await listedModel(workbench).waitFor();
    await status().getByText(/:\d+/).waitFor();
    const running = await offered();
    assert.deepEqual(running.labels, ['Stop Emulator', 'Reset Emulator', 'Load Sample Data']);
    await running.close();
  });

  it('is the same one for another window, which asks before it stops that', async () => {
    await startOnPort();
    const page = await workbench.context.newPage();
    const { home, folder, server, browser, theme } = workbench;
    const second = new Workbench({ home, folder, server, browser, theme, page });
    await page.goto(workbench.page.url());
    await second.ready();
    // Not the command that starts it, which is gone as soon as this window has gone on with it by itself.
    await second.palette('Gemini API: Use Emulator');
    await page.locator('.statusbar-item', { hasText: `:${port}` }).waitFor();
    await second.palette('Gemini API: Stop Emulator');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('Other windows use it, too.').waitFor();
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
    await expectSoon(
      async () => !/:\d+/.test(await status().innerText()),
      'The first window went on to show a port.',
    );
    await page.close();
    await workbench.page.bringToFront();
    await workbench.palette('Gemini API: Start Emulator');
    await status().getByText(`:${port}`).waitFor();
  });

  /** Lets it have the port that the settings want. */
  async function startOnPort() {
    await workbench.palette('Gemini API: Use Emulator');
    await status().getByText(/:\d+/).waitFor();
    if ((await status().innerText()).includes(`:${port}`)) return;
    await stop();
    other.close();
    await workbench.palette('Gemini API: Start Emulator');
    await status().getByText(`:${port}`).waitFor();
  }

  async function stop() {
    await workbench.palette('Gemini API: Stop Emulator');
    await expectSoon(
      async () => !/:\d+/.test(await status().innerText()),
      'The status bar went on to show a port.',
    );
  }
});
