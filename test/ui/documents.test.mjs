import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { answer, chooseRow, isDone, question, quickInput } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { answerInput, chooseFromMenu, foldModels, modelRow } from './support/steps.mjs';

describe('documents of resources', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {import('playwright-core').Locator} */
  let editor;
  /** @type {import('playwright-core').Locator} */
  let text;

  before(async () => {
    workbench = await sharedWindow({ width: 1440, height: 900 });
    editor = workbench.page.locator('.editor-group-container .monaco-editor').first();
    text = editor.locator('.view-lines');
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot('document-failed');
  });

  /**
   * Puts another line in the place of one. What has just been closed, such as a panel, may take the focus once more, and
   * with it what is typed: so that each step is seen before the next.
   * @param {string} words That the line has.
   * @param {string} line
   */
  async function rewriteLine(words, line) {
    const { keyboard } = workbench.page;
    const old = text.locator('.view-line').filter({ hasText: words });
    await old.first().click();
    await editor.and(workbench.page.locator('.focused')).waitFor();
    await keyboard.press('Home');
    await keyboard.press('Shift+End');
    await keyboard.press('Delete');
    await old.first().waitFor({ state: 'detached' });
    await keyboard.insertText(line);
    await text.locator('.view-line').filter({ hasText: line }).waitFor();
  }

  /** Chooses from the menu of a row. @param {string} label @param {string} entry */
  async function choose(label, entry) {
    await chooseFromMenu(workbench, label, entry);
  }

  /** Reloads the window with what VS Code keeps of documents, a moment after the last key; until then it asks. */
  async function reloadKeepingAll() {
    const { page } = workbench;
    for (let isLoaded = false; !isLoaded;) {
      /** @type {PromiseWithResolvers<boolean>} */
      const end = Promise.withResolvers();
      const onLoad = () => end.resolve(true);
      /** @param {import('playwright-core').Dialog} dialog */
      const onDialog = (dialog) => end.resolve(dialog.dismiss().then(() => false));
      page.on('load', onLoad).on('dialog', onDialog);
      await workbench.palette('Developer: Reload Window');
      isLoaded = await end.promise;
      page.off('load', onLoad).off('dialog', onDialog);
    }
    await workbench.ready();
    // While rows are still drawn, a click may be lost, or VS Code itself opens what was open.
    const [models, corpora] = [modelRow(workbench, 'Models'), modelRow(workbench, 'Corpora')];
    await expectSoon(async () => {
      if ((await models.getAttribute('aria-expanded')) === 'true') await foldModels(workbench);
      if ((await corpora.getAttribute('aria-expanded')) !== 'true') await corpora.click();
      return await isDone(modelRow(workbench, 'My field notes').waitFor({ timeout: 1000 }));
    }, 'The corpora were not shown.');
  }

  async function isDirty() {
    return (await workbench.page.locator('.tabs-container .tab.active.dirty').count()) > 0;
  }

  it('say why they can only be read, what can be changed, and what their schema does not take', async () => {
    await modelRow(workbench, 'Emulator Flash').click();
    await workbench.page.getByText('Read-only: models can’t be changed.').waitFor();
    await workbench.screenshot('document-readonly');
    await foldModels(workbench);
    await modelRow(workbench, 'Corpora').click();
    await modelRow(workbench, 'Field notes').waitFor();

    await modelRow(workbench, 'Field notes').click();
    await workbench.page.getByText('Can be changed: displayName').waitFor();
    await rewriteLine('displayName', '"displayName": 7,');
    await workbench.page.keyboard.press('Control+S');
    await workbench.palette('View: Focus Problems');
    const problems = workbench.page.locator('.markers-panel');
    await problems.getByText("Invalid value at 'display_name'").waitFor();
    await problems.getByText('Incorrect type. Expected "string".').waitFor();
    assert.ok(await isDirty());
    await workbench.screenshot('document-schema-error');
    await workbench.palette('View: Hide Panel');
    await problems.waitFor({ state: 'hidden' });
  });

  it('ask what counts where somebody else has changed it meanwhile', async () => {
    await rewriteLine('displayName', '"displayName": "My field notes",');
    await choose('Field notes', 'Rename…');
    await answerInput(workbench, 'New display name of', 'Notes of Ida');
    await modelRow(workbench, 'Notes of Ida').waitFor();
    await text.click();
    await workbench.page.keyboard.press('Control+S');
    await question(workbench, 'Somebody else changed the corpus').waitFor();
    await workbench.screenshot('document-conflict');
    await answer(workbench, 'Somebody else changed the corpus', 'Compare');
    await workbench.page.locator('.monaco-diff-editor').first().waitFor();
    await workbench.page.getByText('Notes of Ida').last().waitFor();
    await workbench.screenshot('document-compare');
    // The comparison is drawn before it has the focus, and a key would go to whatever has it.
    const mine = workbench.page.locator('.monaco-diff-editor .editor.modified');
    await mine.locator('.view-line').filter({ hasText: 'displayName' }).first().click();
    await mine.locator('.monaco-editor.focused').or(mine.locator('.focused')).first().waitFor();
    await workbench.page.keyboard.press('Control+S');
    await answer(workbench, 'Somebody else changed the corpus', 'Overwrite');
    await modelRow(workbench, 'My field notes').waitFor();
    await expectSoon(async () => !(await isDirty()), 'The document was not saved.');
  });

  it('are made by a form', async () => {
    await choose('Corpora', 'New…');
    await quickInput(workbench).getByText('New corpus').waitFor();
    await workbench.screenshot('document-new-choice');
    await chooseRow(workbench, 'Fill in a form');
    await quickInput(workbench).getByText('Display name.').waitFor();
    await workbench.screenshot('document-new-form');
    await answerInput(workbench, 'Display name.', 'Songs of the dunes');
    await answerInput(workbench, 'the last part of its name', 'songs');
    await modelRow(workbench, 'Songs of the dunes').waitFor();
    // The row takes the focus after it is there, and would take it from what comes next.
    const row = workbench.page.locator('.part.sidebar .monaco-list-row.focused.selected');
    await row.filter({ hasText: 'Songs of the dunes' }).waitFor();
  });

  it('keep what is not saved over a reload of the window, and read the others again', async () => {
    await workbench.palette('View: Close All Editors');
    await modelRow(workbench, 'My field notes').click();
    await text.getByText('My field notes').waitFor();
    await workbench.palette('View: Keep Editor');
    await modelRow(workbench, 'Songs of the dunes').click();
    await text.getByText('Songs of the dunes').waitFor();
    await rewriteLine('displayName', '"displayName": "Songs of the tide",');
    await reloadKeepingAll();
    await text.getByText('Songs of the tide').waitFor();
    assert.ok(await isDirty());
    await workbench.page.getByText('Can be changed: displayName').waitFor();
    await workbench.screenshot('document-reloaded');
    await text.click();
    await workbench.page.keyboard.press('Control+S');
    await modelRow(workbench, 'Songs of the tide').waitFor();
    await expectSoon(async () => !(await isDirty()), 'The document was not saved.');

    await workbench.page.getByRole('tab', { name: /^field-notes/ }).click();
    await text.getByText('My field notes').waitFor();
    await workbench.page.getByText('Can be changed: displayName').waitFor();
    assert.ok(!(await isDirty()));
    await workbench.page.getByRole('tab', { name: /^songs/ }).click();
    await text.getByText('Songs of the tide').waitFor();
  });
});
