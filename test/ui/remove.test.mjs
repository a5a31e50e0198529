import assert from 'node:assert/strict';
import { answer, chooseRow, question, quickInput } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { chooseFromMenu, modelRow, openRow } from './support/steps.mjs';
import { expectSoon } from './support/expectSoon.mjs';

describe('deleting in the tree', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await sharedWindow();
    await twistie('Models');
    await open('Corpora');
    await open('Field notes');
    await open('Documents');
    await open('Spring migration');
    await modelRow(workbench, 'The brent geese').waitFor();
  });

  /** Opens or closes a row. @param {string} label */
  async function twistie(label) {
    await modelRow(workbench, label).locator('.monaco-tl-twistie').click();
  }

  /** @param {string} label */
  const open = (label) => openRow(workbench, label);

  /** @param {string} label @param {string} [entry] */
  async function menu(label, entry = 'Delete…') {
    await chooseFromMenu(workbench, label, entry);
  }

  /** @param {string} label */
  const gone = (label) => modelRow(workbench, label).waitFor({ state: 'detached' });

  it('asks for a chunk and for the name of a corpus, undoes the one, and restores the other from the trash', async () => {
    await menu('First wheatear');
    await question(workbench, 'Delete chunk “First wheatear').waitFor();
    await workbench.screenshot('delete-leaf');
    await answer(workbench, 'Delete chunk', 'Delete');
    await gone('First wheatear');
    const activity = await workbench.openPanelView('Activity');
    const row = activity.getByRole('treeitem', { name: /Deleted chunk “First wheatear/ }).first();
    await row.waitFor();
    await row.hover();
    await workbench.screenshot('undo');
    await row.getByRole('button', { name: 'Undo' }).click();
    await modelRow(workbench, 'First wheatear').waitFor();
    // Its end draws the tree once more, and VS Code opens no row that is clicked while it is drawn.
    await activity
      .getByRole('treeitem', { name: /Restored chunk “First wheatear/ })
      .first()
      .waitFor();
    await workbench.palette('View: Hide Panel');

    await menu('Letters from the lighthouse');
    await quickInput(workbench).getByText('2 documents and 4 chunks').waitFor();
    await quickInput(workbench).getByText('Keep a copy').waitFor();
    await workbench.screenshot('delete-corpus-count');
    await chooseRow(workbench, 'Delete…');
    const box = quickInput(workbench).locator('input').first();
    await quickInput(workbench).getByText('Type “Letters from the lighthouse” to delete').waitFor();
    await box.fill('corpora/lett');
    await quickInput(workbench)
      .getByText('Type “Letters from the lighthouse” to delete.')
      .waitFor();
    await workbench.screenshot('delete-corpus-name');
    await box.fill('Letters from the lighthouse');
    await workbench.page.keyboard.press('Enter');
    await gone('Letters from the lighthouse');

    await workbench.palette('Generative Language: Restore Deleted…');
    await quickInput(workbench).getByText('Corpus “Letters from the lighthouse”').waitFor();
    await workbench.screenshot('trash');
    await chooseRow(workbench, 'Corpus “Letters from the lighthouse”');
    await quickInput(workbench).getByText('Restore 1 Chosen').waitFor();
    await workbench.screenshot('trash-chosen');
    await workbench.page.keyboard.press('Enter');
    await question(workbench, 'Share it again as before?').waitFor();
    await workbench.screenshot('share-again');
    await answer(workbench, 'Share it again as before?', 'Share Again');
    await modelRow(workbench, 'Letters from the lighthouse').waitFor();
    await twistie('Field notes');
    await open('Letters from the lighthouse');
    await open('Documents');
    await modelRow(workbench, 'Winter of 1911').waitFor();
    await expectSoon(
      async () => (await modelRow(workbench, 'The supply boat').count()) === 1,
      'Not all came back.',
    );
    assert.equal(await quickInput(workbench).count(), 0);
  });
});
