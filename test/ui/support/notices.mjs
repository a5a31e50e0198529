import { expectSoon } from './expectSoon.mjs';

/** @typedef {import('../../harness/workbench.mjs').Workbench} Workbench */

/**
 * Waits for a notification, and gives the list of all that are open. A VS Code that is driven by a program
 * pops none up, but lists them; it closes the list with the last of them, and marks the bell for new ones.
 * @param {Workbench} workbench
 * @param {string | RegExp} text Words of the notification.
 */
export async function noticed(workbench, text) {
  const { page } = workbench;
  const list = page.locator('.notifications-center.visible');
  const marked = page.locator('[id="status.notifications"] .codicon-bell-dot');
  await expectSoon(async () => {
    if (await list.getByText(text).first().isVisible()) return true;
    if ((await marked.isVisible()) && !(await list.isVisible())) {
      await workbench.palette('Notifications: Show Notifications');
    }
    return false;
  }, `There was no notification ${text}.`);
  return list;
}

/** Takes all notifications away. @param {Workbench} workbench */
export async function clearNotices(workbench) {
  await workbench.palette('Notifications: Clear All Notifications');
  await workbench.page.locator('.notifications-center.visible').waitFor({ state: 'detached' });
}
