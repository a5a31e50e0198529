import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { isDone } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { foldModels, modelRow } from './support/steps.mjs';

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
      return await isDone(modelRow(workbench, 'Field notes').waitFor({ timeout: 1000 }));
    }, 'The corpora were not shown.');
  }

  async function isDirty() {
    return (await workbench.page.locator('.tabs-container .tab.active.dirty').count()) > 0;
  }

  it('keep what is not saved over a reload of the window, and read the others again', async () => {
    await foldModels(workbench);
    await modelRow(workbench, 'Corpora').click();
    await modelRow(workbench, 'Field notes').click();
    await text.getByText('Field notes').waitFor();
    await workbench.palette('View: Keep Editor');
    await modelRow(workbench, 'Letters from the lighthouse').click();
    await text.getByText('Letters from the lighthouse').waitFor();
    await rewriteLine('displayName', '"displayName": "Letters of the tide",');
    await reloadKeepingAll();
    await text.getByText('Letters of the tide').waitFor();
    assert.ok(await isDirty());
    await workbench.page.getByText('Editable fields: displayName').waitFor();
    await text.click();
    await workbench.page.keyboard.press('Control+S');
    await modelRow(workbench, 'Letters of the tide').waitFor();
    await expectSoon(async () => !(await isDirty()), 'Couldn’t save The document.');

    await workbench.page.getByRole('tab', { name: /^field-notes/ }).click();
    await text.getByText('Field notes').waitFor();
    await workbench.page.getByText('Editable fields: displayName').waitFor();
    assert.ok(!(await isDirty()));
    await workbench.page.getByRole('tab', { name: /^letters/ }).click();
    await text.getByText('Letters of the tide').waitFor();
  });
});
