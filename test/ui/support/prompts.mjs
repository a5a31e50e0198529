import { basename } from 'node:path';
import { errors } from 'playwright-core';
import { expectSoon } from './expectSoon.mjs';

/** @typedef {import('../../harness/workbench.mjs').Workbench} Workbench */

/** Far longer than VS Code needs to list a few files or to take a click, in ms. */
export const MOMENT = 10_000;

/** VS Code's list or input box. @param {Workbench} workbench */
export function quickInput({ page }) {
  return page.locator('.quick-input-widget:visible');
}

/**
 * A row of VS Code's list. Rows of a list that was there before are kept for later ones, out of sight.
 * @param {Workbench} workbench
 * @param {string | RegExp} label Words that it has.
 */
function rowOf(workbench, label) {
  const rows = quickInput(workbench).locator('.quick-input-list .monaco-list-row');
  return rows.filter({ hasText: label, visible: true }).first();
}

/**
 * Chooses a row of VS Code's list with the mouse.
 * @param {Workbench} workbench
 * @param {string | RegExp} label Words that it has.
 */
export async function chooseRow(workbench, label) {
  await press(workbench, rowOf(workbench, label), `${label} could not be chosen.`);
}

/**
 * Clicks on something, once it is there. The tooltip of what was below the mouse before may come, and would lie over it.
 * @param {Workbench} workbench
 * @param {import('playwright-core').Locator} target
 * @param {string} otherwise What to say when it never can be clicked on.
 */
async function press(workbench, target, otherwise) {
  await target.waitFor();
  await expectSoon(async () => {
    await workbench.page.mouse.move(0, 0);
    return await isDone(target.click({ timeout: MOMENT }));
  }, otherwise);
}

/**
 * Opens a list, and chooses a row of it. What takes the focus then, such as a tree that is refreshed, closes the list,
 * which is opened again.
 * @param {Workbench} workbench
 * @param {string | (() => Promise<void>)} open What opens it: the title of a command, with the category, or something else.
 * @param {string | RegExp} label Words that the row has.
 */
export async function chooseOf(workbench, open, label) {
  const row = rowOf(workbench, label);
  await expectSoon(async () => {
    await (typeof open === 'string' ? workbench.palette(open) : open());
    return await isDone(row.click({ timeout: MOMENT }));
  }, `${label} could not be chosen.`);
}

/** Whether something on the page was done in its time. @param {Promise<void>} deed */
export async function isDone(deed) {
  try {
    await deed;
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}

/**
 * Opens a file of the workspace by its name, as a user does. The list has what was there when it came: where a file is so
 * new that it is not among them, and where something else takes the focus, the list is opened again.
 * @param {Workbench} workbench
 * @param {string} name
 */
export async function openFile(workbench, name) {
  const box = quickInput(workbench).locator('input').first();
  await expectSoon(async () => {
    await workbench.page.keyboard.press('Escape');
    await workbench.page.keyboard.press('Control+P');
    return (
      (await isDone(box.fill(name, { timeout: MOMENT }))) &&
      (await isDone(rowOf(workbench, name).click({ timeout: MOMENT })))
    );
  }, `${name} was not in the list of files.`);
}

/**
 * Picks a file in the file dialog of a VS Code in a browser.
 * @param {Workbench} workbench
 * @param {string} title Of the dialog.
 * @param {string} path
 */
export async function pickFile(workbench, title, path) {
  const dialog = quickInput(workbench).filter({ hasText: title });
  // While it lists a folder it loses what is typed, and takes no file.
  await dialog.getByText('..', { exact: true }).waitFor();
  await dialog.locator('.monaco-progress-container.active').waitFor({ state: 'detached' });
  await dialog.locator('input[type="text"]').first().fill(path);
  await dialog.locator('.monaco-list-row').getByText(basename(path), { exact: true }).waitFor();
  await workbench.page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

/**
 * Answers the question for an OAuth client with its file.
 * @param {Workbench} workbench
 * @param {string} path
 */
export async function pickClientFile(workbench, path) {
  await chooseRow(workbench, 'Select File…');
  await pickFile(workbench, 'Select OAuth Client File', path);
}

/**
 * Goes on where the page and the token endpoint of a client stand at two addresses, as those of our relay do.
 * @param {Workbench} workbench
 */
export async function trustBothAddresses(workbench) {
  await answer(workbench, 'This OAuth client signs in at', 'Use Both Servers');
}

/**
 * The modal question that is open.
 * @param {Workbench} workbench
 * @param {string | RegExp} text Words that it has.
 */
export function question({ page }, text) {
  return page.locator('.monaco-dialog-box').filter({ hasText: text });
}

/**
 * Presses a button of a modal question, and waits until it is gone.
 * @param {Workbench} workbench
 * @param {string | RegExp} text Words of the question.
 * @param {string} button
 */
export async function answer(workbench, text, button) {
  const dialog = question(workbench, text);
  const place = dialog.getByRole('button', { name: button, exact: true });
  await press(workbench, place, `“${button}” could not be pressed.`);
  await dialog.waitFor({ state: 'detached' });
}

/**
 * What is open is gone, also what was not saved.
 * @param {Workbench} workbench
 */
export async function closeEditors(workbench) {
  await workbench.palette('View: Close All Editors');
  const dialog = workbench.page.locator('.monaco-dialog-box');
  await expectSoon(async () => {
    if (await dialog.isVisible()) {
      await dialog.getByRole('button', { name: "Don't Save" }).click();
    }
    return (await workbench.page.locator('.tabs-container .tab').count()) === 0;
  }, 'The editors were not closed.');
}
