import assert from 'node:assert/strict';
import { sharedWindow } from './support/sharedWindow.mjs';
import { modelRow } from './support/steps.mjs';

describe('the files of the tree', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await sharedWindow();
    await row('Models').locator('.monaco-tl-twistie').click();
    await row('Files').locator('.monaco-tl-twistie').click();
    await row('Log book.txt').waitFor();
  });

  /** @param {string} label */
  const row = (label) => modelRow(workbench, label);

  it('become their addresses in a text where they are dropped with Shift, and open without', async () => {
    const { page } = workbench;
    await workbench.palette('File: New Untitled Text File');
    const editor = page.locator('.editor-instance .monaco-editor').first();
    await editor.waitFor();
    const text = page.locator('.editor-instance .view-lines').first();
    await drag('Fähre.mp4', editor, true);
    await text.getByText('/v1beta/files/b6n3y8t0k5we').waitFor();
    await drag('Log book.txt', editor, false);
    await text.getByText('"Log book.txt"').waitFor();
  });

  /**
   * @param {string} label
   * @param {import('playwright-core').Locator} target
   * @param {boolean} isShifted
   */
  const drag = async (label, target, isShifted) => {
    const { mouse, keyboard } = workbench.page;
    const [from, to] = [await row(label).boundingBox(), await target.boundingBox()];
    assert.ok(from && to);
    await mouse.move(from.x + 60, from.y + 10);
    await mouse.down();
    await mouse.move(from.x + 80, from.y + 20, { steps: 3 });
    if (isShifted) await keyboard.down('Shift');
    await mouse.move(to.x + 200, to.y + 100, { steps: 10 });
    await mouse.up();
    if (isShifted) await keyboard.up('Shift');
  };
});
