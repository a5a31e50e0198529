import { expectSoon } from './support/expectSoon.mjs';
import { answer, chooseOf, question, quickInput } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { answerInput, foldModels, modelRow, openPath } from './support/steps.mjs';

describe('the tree by keyboard', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await sharedWindow({ width: 1280, height: 1000 });
    await foldModels(workbench);
    const path = ['Corpora', 'Field notes', 'Documents', 'Spring migration', 'The brent geese'];
    await openPath(workbench, path);
  });

  const editor = () => workbench.page.locator('.editor-instance');

  /** @param {string} selector @param {string} otherwise */
  const hasFocus = (selector, otherwise) =>
    expectSoon(
      () =>
        workbench.page.evaluate(
          (inside) => document.activeElement?.closest(inside) !== null,
          selector,
        ),
      otherwise,
    );

  it('keeps the focus when a row is clicked, gives it to the document with Enter, takes F2 and Delete, and undoes the latter from the activities', async () => {
    await modelRow(workbench, 'The brent geese').click();
    await editor().getByText('nine hundred').first().waitFor();
    await hasFocus('.part.sidebar', 'The click took the focus out of the tree.');
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('ArrowUp');
    await workbench.page.keyboard.press('Enter');
    await hasFocus('.part.editor', 'The document did not get the focus.');

    const corpus = modelRow(workbench, 'Field notes');
    await corpus.click();
    await hasFocus('.part.sidebar', 'The click took the focus out of the tree.');
    await workbench.page.keyboard.press('F2');
    await quickInput(workbench).locator('input').first().waitFor();
    await expectSoon(
      async () =>
        (await quickInput(workbench).locator('input').first().inputValue()) === 'Field notes',
      'The name of the corpus is not asked for.',
    );
    await workbench.page.keyboard.press('Escape');
    await modelRow(workbench, 'The brent geese').click();
    await workbench.page.keyboard.press('Delete');
    await question(workbench, 'Delete chunk “The brent geese').waitFor();
    await answer(workbench, 'Delete chunk', 'Delete');
    await modelRow(workbench, 'The brent geese').waitFor({ state: 'detached' });
    const activity = await workbench.openPanelView('Activity');
    const row = activity.getByRole('treeitem', { name: /Deleted chunk “The brent geese/ }).first();
    await row.hover();
    await row.getByRole('button', { name: 'Undo Job' }).click();
    await modelRow(workbench, 'The brent geese').waitFor();
    // Its end draws the tree once more, and VS Code opens no row that is clicked while it is drawn.
    await activity
      .getByRole('treeitem', { name: /Restored chunk “The brent geese/ })
      .first()
      .waitFor();
    await workbench.palette('View: Hide Panel');
  });

  it('works on what was just made, and shows what was open again after a reload', async () => {
    await modelRow(workbench, 'Field notes').click();
    const corpora = modelRow(workbench, 'Corpora');
    const create = async () => {
      await corpora.hover();
      await corpora.getByRole('button', { name: 'Create Resource…' }).click();
    };
    await chooseOf(workbench, create, 'Fill in a form');
    await answerInput(workbench, 'Display name', 'Songs');
    await answerInput(workbench, 'Enter an ID', 'songs');
    const made = workbench.page.locator('.part.sidebar .monaco-list-row.selected.focused');
    await made.getByText('Songs').waitFor();
    await workbench.page.keyboard.press('F2');
    await quickInput(workbench).getByText('Enter a new display name for corpora/songs').waitFor();
    await workbench.page.keyboard.press('Escape');

    await workbench.reload();
    await modelRow(workbench, 'The brent geese').waitFor();
  });
});
