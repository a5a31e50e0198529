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
  const bell = page.locator('[id="status.notifications"] .codicon-bell-dot');
  await expectSoon(async () => {
    if (await list.getByText(text).first().isVisible()) return true;
    if ((await bell.isVisible()) && !(await list.isVisible())) {
      await bell.click();
      // Else the tooltip of the bell comes, over the buttons of the last notification.
      await page.mouse.move(0, 0);
    }
    return false;
  }, `There was no notification ${text}.`);
  return list;
}

/** Takes all notifications away; their list must be open. @param {Workbench} workbench */
export async function clearNotices({ page }) {
  const list = page.locator('.notifications-center.visible');
  await list.getByRole('button', { name: 'Clear All Notifications' }).click();
  await list.waitFor({ state: 'detached' });
}
