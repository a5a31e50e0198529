import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmulator } from './support/emulator.mjs';
import { clearNotices, hideNotices, noticed } from './support/notices.mjs';
import { pickFile } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { addKey, chooseEntry, foldModels, modelRow, openPlayground } from './support/steps.mjs';

const MEGABYTE = 1_000_000;

describe('uploads from the Explorer', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {import('./support/emulator.mjs').RunningEmulator} */
  let emulator;

  before(async () => {
    emulator = await startEmulator(['--latency', '0', '--rate', '0']);
    workbench = await sharedWindow();
    const { folder } = workbench;
    await writeFile(join(folder, 'tide.ts'), 'export const tide = "in";\n');
    await writeFile(join(folder, 'long day.txt'), 'sand '.repeat(5 * MEGABYTE));
    await addKey(workbench, emulator.baseUrl, emulator.apiKey);
  });
  after(() => emulator.stop());

  /** @param {string} name */
  const file = (name) =>
    workbench.page.locator('.explorer-folders-view').getByRole('treeitem', { name }).first();

  /** Chooses from the menu of a file in the Explorer. @param {string} name */
  async function upload(name) {
    await workbench.palette('View: Show Explorer');
    await file(name).click({ button: 'right' });
    await chooseEntry(workbench, 'Gemini API');
    await chooseEntry(workbench, 'Upload to Files API…');
  }

  /** Rows of the view of activities. */
  const activities = () => workbench.panelView('Activity').getByRole('treeitem');

  it('send a file with a right-click, and stand still and go on, also in another window', async () => {
    await upload('tide.ts');
    const notice = await noticed(workbench, 'Uploaded “tide.ts”.');
    await notice.getByRole('button', { name: 'Ask About File' }).waitFor();
    await clearNotices(workbench);
    await workbench.openView();
    await foldModels(workbench);
    await modelRow(workbench, 'Files').click();
    await modelRow(workbench, 'tide.ts').waitFor();
    await modelRow(workbench, 'tide.ts').getByText('text').waitFor();

    await emulator.control('faults', { kind: 'upload-slow', rate: MEGABYTE, count: 2 });
    await upload('long day.txt');
    await workbench.openPanelView('Activity');
    const row = activities().filter({ hasText: 'Uploading long day.txt' });
    await row.getByText(/[kKM]B\/s/).waitFor();
    await row.hover();
    await row.getByRole('button', { name: 'Pause Upload', exact: true }).click();
    await row.getByText('paused').waitFor();
    await row.hover();
    await row.getByRole('button', { name: 'Resume Upload', exact: true }).click();
    await row.getByText(/[kKM]B\/s/).waitFor();
    await workbench.reload();
    const interrupted = await noticed(workbench, 'The upload of long day.txt was interrupted.');
    await interrupted.getByRole('button', { name: 'Resume' }).click();
    await hideNotices(workbench);
    await activities().filter({ hasText: 'Uploaded long day.txt' }).waitFor();
  });

  /**
   * Drags a row over a playground with the mouse, with Shift held, and lets go of it there.
   * @param {import('./support/playground.mjs').Playground} playground
   * @param {import('playwright-core').Locator} row
   */
  async function dragInto({ frame }, row) {
    await row.waitFor();
    const from = await boxOf(row);
    const to = await boxOf(workbench.page.locator('iframe.webview.ready:visible'));
    const { mouse, keyboard } = workbench.page;
    await mouse.move(from.x + 40, from.y + 10);
    await mouse.down();
    await mouse.move(from.x + 60, from.y + 20, { steps: 3 });
    await keyboard.down('Shift');
    await mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 10 });
    await frame.getByText('Drop to attach').waitFor();
    await mouse.up();
    await keyboard.up('Shift');
    await frame.getByText('Drop to attach').waitFor({ state: 'hidden' });
  }

  it('are attached by a drag out of the tree and the Explorer, and in VS Code’s own dialog', async () => {
    const playground = await openPlayground(workbench);
    const { frame, composer } = playground;
    await workbench.openView();
    const chip = frame.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
    const isAttached = async () => {
      await chip.filter({ hasText: 'tide.ts' }).waitFor();
      // By keyboard: the tooltip of the dragged row may cover the chip, and stay.
      await chip.getByRole('button', { name: 'Remove tide.ts' }).press('Enter');
      await chip.waitFor({ state: 'detached' });
    };
    await dragInto(playground, modelRow(workbench, 'tide.ts'));
    await isAttached();
    await workbench.openView('Explorer');
    await dragInto(playground, file('tide.ts'));
    await isAttached();
    await frame.getByRole('button', { name: 'Attach Files…' }).click();
    await pickFile(workbench, 'Attach', join(workbench.folder, 'tide.ts'));
    await composer.and(frame.locator(':focus')).waitFor();
    await isAttached();
    await workbench.palette('View: Close All Editors');
  });
});

/** @param {import('playwright-core').Locator} locator */
async function boxOf(locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('What should be dragged is not seen.');
  return box;
}
