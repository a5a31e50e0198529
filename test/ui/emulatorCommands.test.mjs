import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openWorkbench, Workbench } from '../harness/workbench.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { noticed } from './support/notices.mjs';
import { foldModels, modelRow, openRow } from './support/steps.mjs';

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
    await widget.locator('input').first().fill('>Generative Language: Emulator');
    await widget.getByText('Use Emulator').first().waitFor();
    const labels = await widget.locator('.quick-input-list .monaco-list-row').allInnerTexts();
    return {
      labels: ['Start', 'Stop', 'Reset', 'Seed'].filter((verb) =>
        labels.some((label) => label.includes(`${verb} Emulator`)),
      ),
      // What is typed while it closes is lost.
      close: () =>
        expectSoon(async () => {
          await workbench.page.keyboard.press('Escape');
          return !(await widget.isVisible());
        }, 'The palette did not close.'),
    };
  }

  /** @param {string} button */
  async function answerDialog(button) {
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  it('offers what fits while it does not run and while it runs, and says when its port is in use', async () => {
    await workbench.openView();
    const { labels, close } = await offered();
    assert.deepEqual(labels, ['Start', 'Reset', 'Seed']);
    await close();
    await workbench.palette('Generative Language: Start Emulator');
    const listening = /^The built-in emulator listens on port \d+ of this machine/;
    const notice = await noticed(workbench, listening);
    await noticed(workbench, `Port ${port} is in use by another program or window.`);
    await workbench.screenshot('emulator-started');
    await notice.getByRole('button', { name: 'Use It' }).click();
    await modelRow(workbench, 'Emulator Flash').waitFor();
    await status().getByText(/:\d+/).waitFor();
    const running = await offered();
    assert.deepEqual(running.labels, ['Stop', 'Reset', 'Seed']);
    await workbench.screenshot('emulator-palette');
    await running.close();
  });

  it('takes another seed after a question, and goes back', async () => {
    await use();
    await foldModels(workbench);
    await modelRow(workbench, 'File Search Stores').click();
    const store = modelRow(workbench, 'Harbour library');
    await store.waitFor();
    await workbench.palette('Generative Language: Seed Emulator…');
    const list = workbench.page.locator('.quick-input-widget:visible');
    await list.getByText('Models only, no resources').waitFor();
    await workbench.screenshot('emulator-seed');
    await list.getByText('Models only, no resources').click();
    await workbench.page.getByText('Replace the data of the built-in emulator').waitFor();
    await workbench.screenshot('emulator-confirm');
    await answerDialog('Replace');
    await store.waitFor({ state: 'detached' });
    await workbench.palette('Generative Language: Seed Emulator…');
    await list.getByText('Something of every kind to browse').click();
    await answerDialog('Replace');
    await store.waitFor();
    await openRow(workbench, 'Models');
    await modelRow(workbench, 'Emulator Flash').waitFor();
  });

  it('is the same one for another window, which asks before it stops that', async () => {
    await startOnPort();
    const page = await workbench.context.newPage();
    const { home, folder, server, browser, theme } = workbench;
    const second = new Workbench({ home, folder, server, browser, theme, page });
    await page.goto(workbench.page.url());
    await second.ready();
    // Not the command that starts it, which is gone as soon as this window has gone on with it by itself.
    await second.palette('Generative Language: Use Emulator');
    await page.locator('.statusbar-item', { hasText: `:${port}` }).waitFor();
    await second.palette('Generative Language: Stop Emulator');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('which other windows use too?').waitFor();
    await second.screenshot('emulator-stop-shared');
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
    await expectSoon(
      async () => !/:\d+/.test(await status().innerText()),
      'The first window went on to show a port.',
    );
    await page.close();
    await workbench.page.bringToFront();
    await workbench.palette('Generative Language: Start Emulator');
    await status().getByText(`:${port}`).waitFor();
  });

  it('is reset while it does not run, and sets damaged data aside', async () => {
    await startOnPort();
    await stop();
    const { home } = workbench;
    const kept = async () =>
      (await readdir(home, { recursive: true })).filter((name) =>
        /[\\/]emulator[\\/]emulator\.sqlite(?:-\w+)?$/.test(name),
      );
    // What stands beside the database goes when its process has closed it.
    await expectSoon(async () => (await kept()).length === 1, 'The database was not closed.');
    for (const name of await kept()) {
      await writeFile(join(home, name), 'damaged '.repeat(1000));
    }
    await workbench.palette('Generative Language: Reset Emulator');
    await answerDialog('Reset');
    await status().getByText(`:${port}`).waitFor();
    await noticed(
      workbench,
      /^The data of the built-in emulator was damaged\. It was set aside in /,
    );
    const center = workbench.page.locator('.notifications-center.visible');
    assert.equal(await center.getByText('Set Aside and Start Fresh').count(), 0);
    await workbench.screenshot('emulator-set-aside');
    await openRow(workbench, 'Models');
    await modelRow(workbench, 'Emulator Flash').waitFor();
  });

  /** Runs it, as the connection in use, whatever the stories before have left. */
  async function use() {
    await workbench.palette('Generative Language: Use Emulator');
    await status().getByText(/:\d+/).waitFor();
  }

  /** Lets it have the port that the settings want. */
  async function startOnPort() {
    await use();
    if ((await status().innerText()).includes(`:${port}`)) return;
    await stop();
    other.close();
    await workbench.palette('Generative Language: Start Emulator');
    await status().getByText(`:${port}`).waitFor();
  }

  async function stop() {
    await workbench.palette('Generative Language: Stop Emulator');
    await expectSoon(
      async () => !/:\d+/.test(await status().innerText()),
      'The status bar went on to show a port.',
    );
  }
});
