import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmulator } from './support/emulator.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { startGateway } from './support/gateway.mjs';
import { chooseRow, pickFile, quickInput } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { addGateway, chooseFromMenu, foldModels, modelRow } from './support/steps.mjs';

const COUNT = 40;

/** @param {string} key @param {string} text */
const line = (key, text) =>
  JSON.stringify({ key, request: { contents: [{ role: 'user', parts: [{ text }] }] } });

/** Requests of which one fails and one is held back. */
const REQUESTS = [
  ...Array.from({ length: COUNT - 2 }, (_, at) => line(`tide-${at}`, `What is tide number ${at}?`)),
  line('busy', '[[fail:503]] What is a spring tide?'),
  line('unsafe', '[[block-prompt]] What is a storm tide?'),
  '',
].join('\n');

describe('batches in the window', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {import('./support/emulator.mjs').RunningEmulator} */
  let emulator;
  /** @type {Awaited<ReturnType<typeof startGateway>>} */
  let gateway;

  before(async () => {
    emulator = await startEmulator(['--batch-speed', '0']);
    gateway = await startGateway(emulator);
    workbench = await sharedWindow();
    await addGateway(workbench, gateway.endpoint, 'Batches');
    await writeFile(join(workbench.folder, 'tides.jsonl'), REQUESTS);
    await foldModels(workbench);
  });
  after(async () => {
    await gateway.stop();
    await emulator.stop();
  });

  const activity = () => workbench.panelView('Activity');

  /** @param {number} requestsPerSecond */
  const setSpeed = (requestsPerSecond) => emulator.control('batches', { requestsPerSecond });

  it('are planned from a file, created, followed in the tree and among the activities, and read with what failed first', async () => {
    await workbench.palette('Gemini API: Create Batch Job…');
    await pickFile(
      workbench,
      'Select Batch Requests or Prompt File',
      join(workbench.folder, 'tides.jsonl'),
    );
    const models = quickInput(workbench).filter({ hasText: 'Create Batch Job' });
    await models.getByRole('textbox').fill('Emulator Flash');
    await chooseRow(workbench, 'models/emulator-flash');
    await quickInput(workbench).getByText(`${COUNT} requests`).first().waitFor();
    await chooseRow(workbench, 'Create batch job');
    // The tree goes to it by itself.
    await modelRow(workbench, 'tides ').waitFor();
    await workbench.openPanelView('Activity');
    const row = activity().getByRole('treeitem', { name: /Batch tides .*, running/ });
    await row.first().waitFor();
    await setSpeed(1000);
    await activity()
      .getByRole('treeitem', { name: /Batch tides .*, completed/ })
      .waitFor();
    await expectSoon(
      async () =>
        /completed, 40 requests, /.test(
          (await modelRow(workbench, 'tides ').getAttribute('aria-label')) ?? '',
        ),
      'The row of the batch does not say that it completed.',
    );
    await modelRow(workbench, 'tides ').hover();
    await workbench.palette('View: Hide Panel');

    await chooseFromMenu(workbench, 'tides ', 'Open Batch Results');
    const sheet = workbench.webviewFrame();
    await sheet.getByRole('heading', { name: /^tides / }).waitFor();
    const rows = sheet.locator('tbody tr[data-row]');
    await rows.first().getByText('busy').waitFor();
    assert.match((await rows.nth(1).textContent()) ?? '', /unsafe.*blocked/);
    await sheet.getByRole('button', { name: 'Show Unsuccessful' }).click();
    await expectSoon(async () => (await rows.count()) === 2, 'Others than those two are shown.');
    await sheet.getByRole('button', { name: 'Show All' }).click();
    await rows.first().getByText('busy', { exact: true }).click();
    await workbench.page.getByRole('tab', { name: /busy\.answer\.json/ }).waitFor();
    await workbench.palette('View: Close All Editors');
  });
});
