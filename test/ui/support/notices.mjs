/** @typedef {import('../../harness/workbench.mjs').Workbench} Workbench */

/**
 * Waits for a notification, and gives the list of all that is open. A VS Code that is driven by a program
 * pops none up, but lists them; the list would close while there is nothing in it.
 * @param {Workbench} workbench
 * @param {string | RegExp} text Words of the notification.
 */
export async function noticed(workbench, text) {
  const { page } = workbench;
  await page
    .locator('.notifications-center, .monaco-alert, .monaco-status')
    .getByText(text)
    .first()
    .waitFor({ state: 'attached' });
  const center = page.locator('.notifications-center.visible');
  if ((await center.count()) === 0) {
    await workbench.palette('Notifications: Show Notifications');
  }
  await center.getByText(text).first().waitFor();
  return center;
}

/** Takes all notifications away. @param {Workbench} workbench */
export async function clearNotices(workbench) {
  await workbench.palette('Notifications: Clear All Notifications');
  await workbench.page.locator('.notifications-center.visible').waitFor({ state: 'detached' });
}
