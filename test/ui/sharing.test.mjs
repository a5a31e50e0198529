import assert from 'node:assert/strict';
import { answer, chooseRow, question } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { chooseFromMenu, foldModels, modelRow, openPath } from './support/steps.mjs';

describe('sharing in the window', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await sharedWindow();
  });

  const sheet = () => workbench.webviewFrame();
  const rows = () => sheet().locator('tbody tr');

  it('says what it means to share with everyone, lists who has access to what, and revokes what is selected with the keyboard', async () => {
    await workbench.openView();
    await foldModels(workbench);
    await openPath(workbench, ['Tuned Models', 'Haiku writer']);
    await chooseFromMenu(workbench, 'Haiku writer', 'Share…');
    await chooseRow(workbench, 'Anyone using the Gemini API');
    await chooseRow(workbench, 'Reader');
    await question(workbench, 'with everyone?').waitFor();
    await answer(workbench, 'with everyone?', 'Share with Everyone');

    await workbench.palette('Gemini API: Audit Access…');
    await sheet().getByText('2 resources are shared with everyone.').waitFor();
    await sheet().locator('main[aria-busy="false"]').waitFor();
    const first = (await rows().first().textContent()) ?? '';
    assert.match(first, /Haiku writer.*Everyone.*reader/);
    assert.equal(await sheet().getByRole('img', { name: 'Warning' }).count(), 2);
    await foldModels(workbench);
    await modelRow(workbench, 'Corpora').click();
    await workbench.page
      .getByRole('treeitem', { name: /^Letters from the lighthouse.*shared with everyone/ })
      .waitFor();
    await workbench.palette('Notifications: Clear All Notifications');
    await sheet()
      .getByRole('checkbox', { name: /grace@example\.com/ })
      .first()
      .check();
    await sheet().getByText('1 selected').waitFor();

    await sheet().getByRole('button', { name: 'Show Only Resources Shared with Everyone' }).click();
    const all = sheet().getByRole('checkbox', { name: 'Select all rows' });
    await all.check();
    await sheet().getByText('2 selected').waitFor();
    await sheet().getByRole('button', { name: 'Haiku writer' }).click();
    await workbench.page.locator('.editor-instance .view-lines').getByText('displayName').waitFor();
    await workbench.palette('View: Close Editor');
    await sheet().getByText('2 selected').waitFor();
    await sheet().getByRole('button', { name: 'Revoke…' }).press('Enter');
    await question(workbench, 'Revoke 2 permissions?').waitFor();
    await answer(workbench, 'Revoke 2 permissions?', 'Revoke');
    await sheet().getByText('Nothing is shared with everyone.').waitFor();
    await sheet().getByText('No resources shared with everyone').waitFor();
    assert.equal(await sheet().getByText('2 selected').count(), 0);
  });
});
