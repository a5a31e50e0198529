import { expectSoon } from './expectSoon.mjs';

/** @typedef {import('../../harness/workbench.mjs').Workbench} Workbench */

/**
 * Waits for a notification, and gives it; the list of all that are open is open then. A VS Code that is driven by a
 * program pops none up, but lists them; it closes the list with the last of them, and marks the bell for new ones. One of
 * running work stays there for most of a second more, so that the list may have others.
 * @param {Workbench} workbench
 * @param {string | RegExp} text Words of the notification.
 */
export async function noticed(workbench, text) {
  const { page } = workbench;
  const list = page.locator('.notifications-center.visible');
  const notice = list.locator('.notification-list-item').filter({ has: page.getByText(text) });
  const bell = page.locator('[id="status.notifications"] .codicon-bell-dot');
  await expectSoon(async () => {
    if (await notice.first().isVisible()) return true;
    if ((await bell.isVisible()) && !(await list.isVisible())) {
      await bell.click();
      // Else the tooltip of the bell comes, over the buttons of the last notification.
      await page.mouse.move(0, 0);
    }
    return false;
  }, `There was no notification ${text}.`);
  return notice.first();
}

/** Takes all notifications away; their list must be open. @param {Workbench} workbench */
export async function clearNotices({ page }) {
  const list = page.locator('.notifications-center.visible');
  await list.getByRole('button', { name: 'Clear All Notifications' }).click();
  await list.waitFor({ state: 'detached' });
}

/** Closes the list of notifications, which stays open where VS Code has told of more. @param {Workbench} workbench */
export async function hideNotices({ page }) {
  const list = page.locator('.notifications-center.visible');
  await expectSoon(async () => {
    if (!(await list.isVisible())) return true;
    await page.keyboard.press('Escape');
    return false;
  }, 'The notifications stayed open.');
}
