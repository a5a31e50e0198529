import assert from 'node:assert/strict';
import { startEmulator } from './support/emulator.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { startGateway } from './support/gateway.mjs';
import { answer, question } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { addGateway, chooseFromMenu, foldModels, modelRow, openPath } from './support/steps.mjs';

const CHUNKS = 10_000;
const REFRESHES = 50;

describe('a list of ten thousand in the tree', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {import('./support/emulator.mjs').RunningEmulator} */
  let emulator;
  /** @type {Awaited<ReturnType<typeof startGateway>>} */
  let gateway;

  before(async () => {
    emulator = await startEmulator(['--seed', 'empty', '--chunks', String(CHUNKS)]);
    gateway = await startGateway(emulator);
    workbench = await sharedWindow();
    await addGateway(workbench, gateway.endpoint, 'Scale');
    await foldModels(workbench);
  });
  after(async () => {
    await gateway.stop();
    await emulator.stop();
  });

  /** @param {string} label */
  const row = (label) => modelRow(workbench, label);
  /** @param {number} number */
  const chunk = (number) => row(`Numbered chunk ${String(number).padStart(6, '0')}`);

  /** @param {number} number */
  const isSelected = (number) =>
    expectSoon(
      async () => (await chunk(number).getAttribute('aria-selected')) === 'true',
      `Chunk ${number} is not selected any more.`,
    );

  /**
   * Loads the rest. VS Code gives no row to a command while it draws those above: then nothing is done, which is said
   * with the advice to choose again.
   */
  async function loadAll() {
    const first = workbench.page.locator('.part.sidebar').getByText('1 – 1,000');
    const refusals = () =>
      workbench.consoleLines.filter((line) => line.includes('The list has changed')).length;
    for (let isChosen = false; !isChosen;) {
      const before = refusals();
      await chooseFromMenu(workbench, 'Numbered 00001', 'Load All');
      await expectSoon(
        async () => (isChosen = await first.isVisible()) || refusals() > before,
        'The list never began to load.',
      );
      // As long as it is there, the same is not told once more.
      if (!isChosen) await workbench.palette('Notifications: Clear All Notifications');
    }
  }

  /** The last range ends where the list does. */
  async function isLoaded() {
    const { page } = workbench;
    const list = page.locator('.part.sidebar .monaco-list').first();
    const last = page.locator('.part.sidebar').getByText(/^9,001 – (9,999|10,000)$/);
    await expectSoon(async () => {
      await list.focus();
      await page.keyboard.press('End');
      return (await last.count()) > 0;
    }, 'The list was never loaded.');
    await workbench.page.keyboard.press('Home');
  }

  it('is refreshed over and over while a chunk goes, keeps the selection, and is loaded whole', async () => {
    const { keyboard } = workbench.page;
    const chunk5 = 'Numbered chunk 000005';
    await openPath(workbench, ['Corpora', 'Numbered', 'Documents', 'Numbered 00001', chunk5]);
    await chooseFromMenu(workbench, chunk5, 'Delete Resource…');
    await question(workbench, chunk5).waitFor();
    await answer(workbench, chunk5, 'Delete');
    await chunk(3).click();
    // Nobody waits until it is gone, nor for an answer before the next key.
    for (let count = 0; count < REFRESHES; count += 1) await keyboard.press('Control+r');
    await chunk(5).waitFor({ state: 'detached' });
    await isSelected(3);
    await loadAll();
    await isLoaded();
    const refused = workbench.consoleLines.filter((line) =>
      /already registered|call stack/i.test(line),
    );
    assert.deepEqual(refused, []);
  });
});
