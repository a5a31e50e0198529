import assert from 'node:assert/strict';
import { openWorkbench } from '../harness/workbench.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { noticed } from './support/notices.mjs';

describe('programs of a user in a workspace without trust', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    const settings = {
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
    };
    workbench = await openWorkbench({ settings });
  });
  after(() => workbench.close());

  const item = () => workbench.page.locator('.statusbar-item', { hasText: 'Terminals: Emulator' });

  it('are not led to the emulator, and the user is told why and how to change that', async () => {
    await workbench.palette('Generative Language: Use Emulator in Terminals and Debugging');
    const notice = await noticed(
      workbench,
      /in a workspace that you trust: this one is in restricted/,
    );
    await workbench.screenshot('terminals-not-trusted');
    await notice.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await workbench.page.locator('.workspace-trust-editor').waitFor();
    assert.match(await item().innerText(), /Emulator Off/);
  });

  it('are led to it once the user trusts the workspace, until the window is loaded again', async () => {
    await workbench.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.page.getByText('You trust this folder').first().waitFor();
    // The page about trust lies above the window, and keeps the keys.
    const above = workbench.page.locator('.monaco-modal-editor-block');
    await above
      .getByRole('button', { name: /^Close/ })
      .first()
      .click();
    await above.waitFor({ state: 'hidden' });
    await workbench.palette('Generative Language: Use Emulator in Terminals and Debugging');
    await expectSoon(
      async () => (await item().innerText()).trim() === 'Terminals: Emulator',
      'The status bar did not say that it is on.',
    );
    await workbench.reload();
    await workbench.openView();
    await workbench.page.locator('.statusbar-item', { hasText: 'No Connection' }).waitFor();
    assert.equal(await item().count(), 0);
  });
});
