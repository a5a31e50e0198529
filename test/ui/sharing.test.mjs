import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { answer, chooseOf, chooseRow, question, quickInput } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { answerInput, chooseFromMenu, foldModels, modelRow } from './support/steps.mjs';

const HAIKU = 'tunedModels/haiku-writer-k2n8q';

describe('sharing in the window', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await sharedWindow();
  });

  const sheet = () => workbench.webviewFrame();
  const rows = () => sheet().locator('tbody tr');

  it('says what it means to share with everyone, and does it', async () => {
    await chooseOf(workbench, 'Generative Language: Share…', 'Haiku writer');
    await chooseRow(workbench, 'Anybody who uses the service');
    await chooseRow(workbench, 'Reader');
    await question(workbench, 'with everyone?').waitFor();
    await workbench.screenshot('share-everyone');
    await answer(workbench, 'with everyone?', 'Share with Everyone');
  });

  it('lists who has access to what, in every theme', async () => {
    await workbench.palette('Generative Language: Audit Access…');
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
    for (const theme of /** @type {const} */ (['dark', 'light', 'hc-black'])) {
      await workbench.chooseTheme(theme);
      await sheet().getByText('1 selected').waitFor();
      await workbench.screenshot(
        theme === 'hc-black' ? 'audit-table-hc-dark' : `audit-table-${theme}`,
      );
    }
    await workbench.chooseTheme('dark');
  });

  it('sorts by a column, and shows everyone only', async () => {
    const role = sheet().getByRole('columnheader', { name: 'Role' });
    await role.getByRole('button').click();
    assert.equal(await role.getAttribute('aria-sort'), 'ascending');
    assert.match((await rows().first().textContent()) ?? '', /owner$/);
    await sheet().getByRole('button', { name: 'Show Everyone Only' }).click();
    await expectSoon(async () => (await rows().count()) === 2, 'Not everyone only.');
    await sheet().getByRole('button', { name: 'Copy as CSV' }).click();
    await expectSoon(
      async () =>
        /^tunedModels\/haiku-writer-k2n8q,Haiku writer,TunedModel,EVERYONE,,READER\r$/m.test(
          String(await workbench.page.evaluate('navigator.clipboard.readText()')),
        ),
      'The rows are not in the clipboard.',
    );
  });

  it('keeps what is selected while its tab is hidden, and revokes it with the keyboard', async () => {
    const all = sheet().getByRole('checkbox', { name: 'Select all rows' });
    await all.check();
    await sheet().getByText('2 selected').waitFor();
    await sheet().getByRole('button', { name: 'Haiku writer' }).click();
    await workbench.page.locator('.editor-instance .view-lines').getByText('displayName').waitFor();
    await workbench.palette('View: Close Editor');
    await sheet().getByText('2 selected').waitFor();
    await sheet().getByRole('button', { name: 'Revoke…' }).press('Enter');
    await question(workbench, 'Revoke 2 permissions?').waitFor();
    await workbench.screenshot('audit-revoke');
    await answer(workbench, 'Revoke 2 permissions?', 'Revoke');
    await sheet().getByText('Nothing is shared with everyone.').waitFor();
    await sheet().getByText('No permissions for everyone.').waitFor();
    assert.equal(await sheet().getByText('2 selected').count(), 0);
  });

  it('gives a tuned model away where its name is typed', async () => {
    await modelRow(workbench, 'Tuned Models').click();
    await chooseFromMenu(workbench, 'Haiku writer', 'Transfer Ownership…');
    await answerInput(workbench, 'E-mail address of the new owner', 'ada@example.com');
    const box = quickInput(workbench);
    await box.getByText(/You become a writer/).waitFor();
    await workbench.screenshot('transfer-ownership');
    await box.locator('input').first().fill('haiku');
    await box.getByText(/It is given away only where this says/).waitFor();
    await box.locator('input').first().fill(HAIKU);
    await workbench.page.keyboard.press('Enter');
    await box.waitFor({ state: 'detached' });
    await sheet().getByRole('button', { name: 'Show All' }).click();
    await sheet().getByRole('button', { name: 'Read Again' }).click();
    await expectSoon(
      async () => /ada@example\.com.*owner/.test((await rows().allTextContents()).join('\n')),
      'ada owns nothing.',
    );
  });
});
