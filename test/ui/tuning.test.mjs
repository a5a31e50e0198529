import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmulator } from './support/emulator.mjs';
import { startGateway } from './support/gateway.mjs';
import { noticed } from './support/notices.mjs';
import { answer, chooseOf, chooseRow, pickFile, question, quickInput } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { addGateway, answerInput, foldModels, modelRow } from './support/steps.mjs';

const GOOD = Array.from({ length: 24 }, (_, at) => `"On number ${at}, please","Haiku ${at}"`);
const DONE = 'Tuning Haikus completed.';
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
    await workbench.openView();
    await foldModels(workbench);
    const models = modelRow(workbench, 'Tuned Models');
    const create = async () => {
      await models.hover();
      await models.getByRole('button', { name: 'Create Tuned Model…' }).click();
    };
    await chooseOf(workbench, create, 'emulator-flash-tuning');
    await pickFile(workbench, 'Training Examples', file);
  }

  it('trains a model after a summary, goes on after the window was reloaded, and tells the end once', async () => {
    await setSpeed(0);
    await begin(good);
    await chooseRow(workbench, 'Use These Columns');
    await answerInput(workbench, 'Enter a display name', 'Haikus');
    await answerInput(workbench, 'Enter an ID', 'my-haikus');
    await answerInput(workbench, 'Enter a description', 'Writes haikus on dimensions');
    await quickInput(workbench).getByText('30 steps').first().waitFor();
    await chooseRow(workbench, 'Use These Values');
    await question(workbench, 'Start tuning “Haikus”?').waitFor();
    await answer(workbench, 'Start tuning “Haikus”?', 'Start Tuning');
    // The tree goes to it by itself.
    await modelRow(workbench, 'Haikus').waitFor();
    await workbench.openPanelView('Activity');
    await activity()
      .getByRole('treeitem', { name: /Tuning Haikus, running, step 0/ })
      .first()
      .waitFor();
    await setSpeed(1);
    const row = activity()
      .getByRole('treeitem', { name: /Tuning Haikus, running, step [1-9]/ })
      .first();
    await row.waitFor();
    await setSpeed(0);
    await row.hover();

    await workbench.reload();
    await activity()
      .getByRole('treeitem', { name: /Tuning Haikus, running, step/ })
      .first()
      .waitFor();
    await setSpeed(1000);
    await activity()
      .getByRole('treeitem', { name: /Tuning Haikus, completed/ })
      .waitFor();
    await noticed(workbench, DONE);
    assert.equal(await done().count(), 1);
  });
});
