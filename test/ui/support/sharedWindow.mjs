import { openWorkbench } from '../../harness/workbench.mjs';
import { expectSoon } from './expectSoon.mjs';
import { clearNotices, noticed } from './notices.mjs';
import { answer, closeEditors, isDone, MOMENT, quickInput } from './prompts.mjs';
import { foldInside, listedModel, modelRow, tryEmulator } from './steps.mjs';

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

/** What opens and closes by itself would be in the way of what is typed; and in a browser VS Code saves by itself. */
const SETTINGS = {
  'files.autoSave': 'off',
  'editor.autoClosingQuotes': 'never',
  // Counts of tokens would stand between requests that a story looks at.
  'generativeLanguage.playground.tokenMeter': 'off',
};

const SIZE = { width: 1280, height: 800 };

/**
 * A window that uses the built-in emulator with its demo data, with the models open in the tree and
 * nothing else. All suites of a process get the same one, put back to that: the files that import this run together.
 * @param {{ width: number, height: number }} [size] In CSS pixels.
 * @returns {Promise<Workbench>} Nobody closes it.
 */
export async function sharedWindow(size = SIZE) {
  if (shared && !isSpoilt) {
    isSpoilt = true;
    await shared.page.setViewportSize(size);
    await putBack(shared);
  } else {
    await shared?.close();
    shared = await openWorkbench({ size, settings: SETTINGS });
    await tryEmulator(shared);
    await openResourcesAlone(shared);
  }
  isSpoilt = false;
  return shared;
}

/** @param {Workbench} workbench */
async function putBack(workbench) {
  const { page } = workbench;
  await workbench.chooseTheme('dark');
  await quickInput(workbench).waitFor({ state: 'detached' });
  await closeEditors(workbench);
  if (await page.locator('.part.panel').isVisible()) await workbench.palette('View: Hide Panel');
  // The list of notifications keeps in place what it shows, and a newer one would be out of sight.
  const bell = page.locator('[id="status.notifications"] .codicon-bell-dot');
  if (await bell.isVisible()) await workbench.palette('Notifications: Clear All Notifications');
  const isUsed = page.locator('.part.statusbar').getByText('Built-in Emulator');
  if (!(await isUsed.isVisible())) await workbench.palette('Gemini API: Use Emulator');
  await isUsed.waitFor();
  await workbench.palette('Gemini API: Reset Emulator Data…');
  await answer(workbench, 'Reset the built-in emulator', 'Reset');
  await noticed(workbench, 'The built-in emulator was reset to its initial data.');
  await clearNotices(workbench);
  const sidebar = await openResourcesAlone(workbench);
  // Where the window was loaded again, rows come late, and open as they were.
  await modelRow(workbench, 'Models').waitFor();
  const tree = sidebar.locator('.monaco-list').first();
  await foldInside(tree);
  await tree.focus();
  await page.keyboard.press('Control+ArrowLeft');
  const open = tree.locator('[role=treeitem][aria-expanded=true]');
  await open.first().waitFor({ state: 'detached' });
  // Rows that come late may fold it again.
  await expectSoon(async () => {
    const models = modelRow(workbench, 'Models');
    if ((await models.getAttribute('aria-expanded')) !== 'true') {
      await models.locator('.monaco-tl-twistie').click();
    }
    return await isDone(listedModel(workbench).waitFor({ timeout: MOMENT }));
  }, 'The models never opened.');
  await page.mouse.move(0, 0);
}

/**
 * Of the two views in the side bar, the resources open and the conversations folded.
 * @param {Workbench} workbench
 */
async function openResourcesAlone(workbench) {
  const sidebar = await workbench.openView();
  for (const name of ['Resources', 'Conversations']) {
    const header = sidebar.locator('.pane-header').filter({ hasText: name });
    const isOpen = (await header.getAttribute('aria-expanded')) === 'true';
    if (isOpen !== (name === 'Resources')) await header.click();
  }
  return sidebar;
}
