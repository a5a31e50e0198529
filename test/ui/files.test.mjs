import assert from 'node:assert/strict';
import { sharedWindow } from './support/sharedWindow.mjs';
import { modelRow } from './support/steps.mjs';

describe('the files of the tree', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await sharedWindow();
    await widen();
    await row('Models').locator('.monaco-tl-twistie').click();
    await row('Files').locator('.monaco-tl-twistie').click();
    await row('Log book.txt').waitFor();
  });

  /** @param {string} label */
  const row = (label) => modelRow(workbench, label);

  /** @param {string} label */
  const said = async (label) =>
    (await row(label).locator('.label-description').textContent()) ?? '';

  /** So that the ends of what rows say can be seen. */
  const widen = async () => {
    const { mouse } = workbench.page;
    const box = await workbench.page.locator('.part.sidebar').boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width, box.y + box.height / 2];
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 160, y, { steps: 4 });
    await mouse.up();
  };

  /** @param {string} label Of an entry of the open list. */
  const choose = async (label) => {
    const list = workbench.page.locator('.quick-input-widget:visible .quick-input-list');
    await list.getByText(label, { exact: true }).first().click();
  };

  it('say what they are and what they take of the quota, and are grouped by type', async () => {
    await row('Files, 8 files, 2\\.0 of 20 gigabytes used').waitFor();
    assert.match(await said('Fähre.mp4'), /^1 h \d+ min left · video · 4\.9 MB$/);
    assert.match(await said('Mooring'), /^failed · 47 h left · video · 7\.3 MB$/);
    assert.match(await said('Crossing'), /^processing · 47 h left · video · 1\.9 GB$/);
    await row('Fähre.mp4, file, .*deleted in under two hours').waitFor();
    await row('Log book.txt').hover();
    await workbench.screenshot('files-tree');

    await workbench.palette('Generative Language: Sort and Group Resources…');
    await choose('By type');
    await row('video: 3 files').waitFor();
    await workbench.screenshot('files-tree-types');
    await workbench.palette('Generative Language: Sort and Group Resources…');
    await choose('No groups');
    await row('video: 3 files').waitFor({ state: 'detached' });
  });

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
    await workbench.screenshot('files-tree-dropped');
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
