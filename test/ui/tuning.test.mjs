import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmulator } from './support/emulator.mjs';
import { startGateway } from './support/gateway.mjs';
import { hideNotices, noticed } from './support/notices.mjs';
import { Playground } from './support/playground.mjs';
import { answer, chooseOf, chooseRow, pickFile, question, quickInput } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { addGateway, answerInput, chooseFromMenu, foldModels, modelRow } from './support/steps.mjs';

const GOOD = Array.from({ length: 24 }, (_, at) => `"On number ${at}, please","Haiku ${at}"`);
const DONE = 'Training of Haikus is done.';
const BAD = ['"On rain",""', '"On number 3, please","Haiku 3"'];

describe('tuning in the window', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {import('./support/emulator.mjs').RunningEmulator} */
  let emulator;
  /** @type {Awaited<ReturnType<typeof startGateway>>} */
  let gateway;
  let bad = '';
  let good = '';

  before(async () => {
    emulator = await startEmulator();
    gateway = await startGateway(emulator);
    workbench = await sharedWindow();
    await addGateway(workbench, gateway.endpoint, 'Tuning');
    bad = join(workbench.folder, 'drafts.csv');
    good = join(workbench.folder, 'haikus.csv');
    await writeFile(bad, ['prompt,completion', ...GOOD, ...BAD, ''].join('\n'));
    await writeFile(good, ['prompt,completion', ...GOOD, ''].join('\n'));
    await foldModels(workbench);
  });
  after(async () => {
    await gateway.stop();
    await emulator.stop();
  });

  const activity = () => workbench.panelView('Activity');

  const done = () => workbench.page.locator('.notification-list-item').filter({ hasText: DONE });

  /** Where nothing has to go on, a training stands still: how long a window needs nobody knows. @param {number} stepsPerSecond */
  const setSpeed = (stepsPerSecond) => emulator.control('tuning', { stepsPerSecond });

  /** @param {string} file */
  async function begin(file) {
    await chooseOf(workbench, 'Generative Language: Create Tuned Model…', 'emulator-flash-tuning');
    await pickFile(workbench, 'Examples to Learn From', file);
  }

  it('shows the columns of a file, and puts its bad rows into the problems', async () => {
    await begin(bad);
    await quickInput(workbench).getByText('On number 0, please').waitFor();
    await quickInput(workbench).getByText('26 rows').waitFor();
    await workbench.screenshot('tuning-mapping');
    await chooseRow(workbench, 'Use These Columns');
    await question(workbench, '2 of 26 examples can’t be used.').waitFor();
    await workbench.screenshot('tuning-lint');
    await answer(workbench, 'can’t be used', 'Show Problems');
    const problems = workbench.page.locator('.markers-panel');
    await problems.getByText('The output is empty.').waitFor();
    await problems.getByText('The same example is on line 5.').waitFor();
    await workbench.screenshot('tuning-problems');
    await workbench.palette('View: Close All Editors');
    await workbench.palette('View: Hide Panel');
  });

  it('trains a model after a summary, and shows how far it is', async () => {
    await setSpeed(0);
    await begin(good);
    await chooseRow(workbench, 'Use These Columns');
    await answerInput(workbench, 'Name to show', 'Haikus');
    await answerInput(workbench, 'Id, which', 'my-haikus');
    await answerInput(workbench, 'Description', 'Writes haikus on numbers');
    await quickInput(workbench).getByText('30 steps').first().waitFor();
    await workbench.screenshot('tuning-hyperparameters');
    await chooseRow(workbench, 'Use These');
    await question(workbench, 'Train “Haikus”?').waitFor();
    await workbench.screenshot('tuning-summary');
    await answer(workbench, 'Train “Haikus”?', 'Begin Training');
    // The tree goes to it by itself.
    await modelRow(workbench, 'Haikus').waitFor();
    await workbench.openPanelView('Activity');
    await activity()
      .getByRole('treeitem', { name: /Training of Haikus, running, step 0/ })
      .first()
      .waitFor();
    await setSpeed(0.2);
    const row = activity()
      .getByRole('treeitem', { name: /Training of Haikus, running, step [1-9]/ })
      .first();
    await row.waitFor();
    await setSpeed(0);
    await row.hover();
    await workbench.screenshot('tuning-progress');
  });

  it('goes on after the window was reloaded, and tells the end once', async () => {
    await workbench.reload();
    await activity()
      .getByRole('treeitem', { name: /Training of Haikus, running, step/ })
      .first()
      .waitFor();
    await setSpeed(1000);
    await activity()
      .getByRole('treeitem', { name: /Training of Haikus, done/ })
      .waitFor();
    await noticed(workbench, DONE);
    assert.equal(await done().count(), 1);
    await workbench.screenshot('activity');
  });

  it('draws its loss, with the numbers as a table, in every theme', async () => {
    await done().getByRole('button', { name: 'Show Loss Curve' }).click();
    const sheet = workbench.webviewFrame();
    await sheet.getByRole('heading', { name: 'Loss of Haikus' }).waitFor();
    await sheet.getByRole('columnheader', { name: 'Mean loss' }).waitFor();
    assert.equal(await sheet.locator('tbody tr').count(), 30);
    for (const theme of /** @type {const} */ (['light', 'hc-black', 'dark'])) {
      await workbench.chooseTheme(theme);
      await sheet.getByRole('heading', { name: 'Loss of Haikus' }).waitFor();
      await workbench.screenshot(
        theme === 'hc-black' ? 'loss-curve-hc-dark' : `loss-curve-${theme}`,
      );
    }
    await workbench.palette('View: Close All Editors');
  });

  it('answers in the playground, in one piece', async () => {
    // Both may be open again after the reload, and only what is in view is drawn.
    await foldModels(workbench);
    const root = modelRow(workbench, 'Tuned Models');
    if ((await root.getAttribute('aria-expanded')) !== 'true') await root.click();
    await chooseFromMenu(workbench, 'Haikus', 'Open Playground');
    const playground = new Playground(workbench);
    await playground.ready();
    await playground.send('On number 7, please');
    await playground.ended('Complete');
    await playground.last.getByText('Haiku 7').waitFor();
    await workbench.screenshot('playground-tuned');
    await workbench.palette('View: Close All Editors');
  });

  it('stops a training from the activities', async () => {
    await setSpeed(0);
    // The window was loaded again, and lists what it has told of itself: over the activities.
    await hideNotices(workbench);
    await begin(good);
    await chooseRow(workbench, 'Use These Columns');
    await answerInput(workbench, 'Name to show', 'Stopped');
    await answerInput(workbench, 'Id, which', '');
    await answerInput(workbench, 'Description', '');
    await chooseRow(workbench, 'Use These');
    await answer(workbench, 'Train “Stopped”?', 'Begin Training');
    const row = activity()
      .getByRole('treeitem', { name: /Training of Stopped, running/ })
      .first();
    await row.waitFor();
    await row.hover();
    await row.getByRole('button', { name: 'Cancel' }).click();
    await answer(workbench, /Stop the training of “stopped/, 'Stop Training');
    await activity()
      .getByRole('treeitem', { name: /Training of Stopped, cancelled/ })
      .waitFor();
    await workbench.screenshot('tuning-stopped');
    await workbench.palette('View: Close All Editors');
    await activity().locator('.pane-header').hover();
    await activity().getByRole('button', { name: 'Clear Finished' }).click();
    await activity().getByRole('treeitem').first().waitFor({ state: 'detached' });
  });
});
