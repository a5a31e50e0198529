import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmulator } from './support/emulator.mjs';
import { clearNotices, hideNotices, noticed } from './support/notices.mjs';
import { chooseRow, pickFile, question, quickInput } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { addKey, chooseEntry, foldModels, modelRow, openPlayground } from './support/steps.mjs';

const MEGABYTE = 1_000_000;

/** Files of the folder, one of which the service can't process. */
const COUNT = 200;

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
    await mkdir(join(folder, 'diary', 'node_modules'), { recursive: true });
    await writeFile(join(folder, 'diary', 'node_modules', 'left.js'), 'left out');
    for (let day = 1; day <= COUNT; day += 1) {
      const name = `day ${String(day).padStart(3, '0')}${day === 100 ? ' [[fail]]' : ''}.md`;
      await writeFile(join(folder, 'diary', name), `# Day ${day}\n\nWe saw ${day} gulls.\n`);
    }
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
    const entry = 'Upload to Files API…';
    await workbench.page.getByRole('menuitem', { name: entry }).hover();
    await workbench.screenshot(`upload-menu-${name.replaceAll(/\W+/g, '-')}`);
    await chooseEntry(workbench, entry);
  }

  /** Rows of the view of activities. */
  const activities = () => workbench.panelView('Activity').getByRole('treeitem');

  it('send a file with a right-click, as the text that it is', async () => {
    await upload('tide.ts');
    const notice = await noticed(workbench, '“tide.ts” is uploaded.');
    await notice.getByRole('button', { name: 'Ask About It' }).waitFor();
    await workbench.screenshot('upload-done');
    await clearNotices(workbench);
    await workbench.openView();
    await foldModels(workbench);
    await modelRow(workbench, 'Files').click();
    await modelRow(workbench, 'tide.ts').waitFor();
    await modelRow(workbench, 'tide.ts').getByText('text').waitFor();
    await workbench.screenshot('upload-in-tree');
  });

  /**
   * Drags a row over a playground with the mouse, with Shift held, and lets go of it there.
   * @param {import('./support/playground.mjs').Playground} playground
   * @param {import('playwright-core').Locator} row
   * @param {string} shot
   */
  async function dragInto({ frame }, row, shot) {
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
    await workbench.screenshot(shot);
    await mouse.up();
    await keyboard.up('Shift');
    await frame.getByText('Drop to attach').waitFor({ state: 'hidden' });
  }

  it('are attached by a drag out of the tree and the Explorer, and in VS Code’s own dialog', async () => {
    const playground = await openPlayground(workbench);
    const { frame, composer } = playground;
    const chip = frame.getByRole('list', { name: 'Attachments' }).getByRole('listitem');
    const isAttached = async () => {
      await chip.filter({ hasText: 'tide.ts' }).waitFor();
      await chip.getByRole('button', { name: 'Remove tide.ts' }).click();
      await chip.waitFor({ state: 'detached' });
    };
    await dragInto(playground, modelRow(workbench, 'tide.ts'), 'upload-drag-row');
    await isAttached();
    await workbench.openView('Explorer');
    await dragInto(playground, file('tide.ts'), 'upload-drag');
    await isAttached();
    await frame.getByRole('button', { name: 'Attach Files…' }).click();
    await pickFile(workbench, 'Attach', join(workbench.folder, 'tide.ts'));
    await composer.and(frame.locator(':focus')).waitFor();
    await isAttached();
    await workbench.palette('View: Close All Editors');
  });

  it('ask about what the service has already', async () => {
    await upload('tide.ts');
    await quickInput(workbench).getByText('“tide.ts” Already Uploaded').waitFor();
    await workbench.screenshot('upload-twin');
    await chooseRow(workbench, 'Use It');
    await noticed(workbench, '“tide.ts” was there already.');
    await clearNotices(workbench);
  });

  it('show what a folder has before anything is sent, and send all but what fails', async () => {
    await upload('diary');
    await quickInput(workbench).getByText('Upload Folder “diary”').waitFor();
    await workbench.screenshot('upload-patterns');
    await workbench.page.keyboard.press('Enter');
    const plan = question(workbench, 'Upload 200 files');
    await plan.waitFor();
    await workbench.screenshot('upload-plan');
    await plan.getByRole('button', { name: 'Upload', exact: true }).click();
    const notice = await noticed(workbench, '199 files are uploaded.');
    await notice.getByText('could not process it').first().waitFor();
    await workbench.screenshot('upload-folder-done');
    await notice.getByRole('button', { name: 'Show', exact: true }).click();
    await activities().first().waitFor();
    await workbench.screenshot('upload-failed');
    await activities().filter({ hasText: '[[fail]]' }).first().waitFor();
    await workbench.palette('Generative Language: Clear Finished');
  });

  it('stand still and go on, also in another window', async () => {
    await emulator.control('faults', { kind: 'upload-slow', rate: MEGABYTE, count: 2 });
    await upload('long day.txt');
    await workbench.openPanelView('Activity');
    const row = activities().filter({ hasText: 'Uploading long day.txt' });
    await row.getByText(/[kKM]B\/s/).waitFor();
    await workbench.screenshot('upload-progress');
    await row.hover();
    await row.getByRole('button', { name: 'Pause', exact: true }).click();
    await row.getByText('paused').waitFor();
    await workbench.screenshot('upload-paused');
    await row.hover();
    await row.getByRole('button', { name: 'Resume', exact: true }).click();
    await row.getByText(/[kKM]B\/s/).waitFor();
    await workbench.reload();
    const notice = await noticed(workbench, 'The upload of long day.txt was interrupted.');
    await workbench.screenshot('upload-interrupted');
    await notice.getByRole('button', { name: 'Resume' }).click();
    await hideNotices(workbench);
    await activities().filter({ hasText: 'Uploaded long day.txt' }).waitFor();
    await workbench.chooseTheme('hc-black');
    await workbench.screenshot('upload-hc-black');
    await workbench.chooseTheme('light');
    await workbench.screenshot('upload-light');
  });

  it('can be asked about, with the file in the playground', async () => {
    const row = activities().filter({ hasText: 'Uploaded long day.txt' });
    await row.hover();
    await row.getByRole('button', { name: 'Ask About It' }).click();
    const frame = workbench.webviewFrame();
    const chips = frame.getByRole('list', { name: 'Attachments' });
    await chips.getByText('long day.txt').waitFor();
    await workbench.screenshot('upload-asked');
  });
});

/** @param {import('playwright-core').Locator} locator */
async function boxOf(locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('What should be dragged is not seen.');
  return box;
}
