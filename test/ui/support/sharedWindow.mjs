import { openWorkbench } from '../../harness/workbench.mjs';
import { clearNotices, noticed } from './notices.mjs';
import { answer, quickInput } from './prompts.mjs';
import { modelRow, tryEmulator } from './steps.mjs';

/** @typedef {import('../../harness/workbench.mjs').Workbench} Workbench */

/** @type {Workbench | undefined} */
let shared;
/** What a story that failed has left open nobody knows. */
let isSpoilt = true;

// Of all suites of this process, as soon as one of them imports this.
afterEach(function () {
  isSpoilt ||= this.currentTest?.state === 'failed';
});
after(() => shared?.close());

/**
 * A window of the usual size that uses the built-in emulator with its demo data, with the models open in the tree and
 * nothing else. All suites of a process get the same one, put back to that: the files that import this run together.
 * @returns {Promise<Workbench>} Nobody closes it.
 */
export async function sharedWindow() {
  if (shared && !isSpoilt) {
    isSpoilt = true;
    await putBack(shared);
  } else {
    await shared?.close();
    shared = await openWorkbench();
    await tryEmulator(shared);
  }
  isSpoilt = false;
  return shared;
}

/** @param {Workbench} workbench */
async function putBack(workbench) {
  const { page } = workbench;
  await workbench.chooseTheme('dark');
  await quickInput(workbench).waitFor({ state: 'detached' });
  await workbench.palette('View: Close All Editors');
  if (await page.locator('.part.panel').isVisible()) await workbench.palette('View: Hide Panel');
  await workbench.palette('Generative Language: Reset Emulator');
  await answer(workbench, 'Reset the built-in emulator', 'Reset');
  await noticed(workbench, 'The built-in emulator was reset to its seed.');
  await clearNotices(workbench);
  const tree = (await workbench.openView()).locator('.monaco-list').first();
  await tree.focus();
  await page.keyboard.press('Control+ArrowLeft');
  const open = tree.locator('[role=treeitem][aria-expanded=true]');
  await open.first().waitFor({ state: 'detached' });
  await modelRow(workbench, 'Models').locator('.monaco-tl-twistie').click();
  await modelRow(workbench, 'Emulator Flash').waitFor();
  await page.mouse.move(0, 0);
}
