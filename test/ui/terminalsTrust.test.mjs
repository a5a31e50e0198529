import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  const isOn = async () => (await item().innerText()).trim() === 'Terminals: Emulator';

  /**
   * Where programs of the terminal in front find the service.
   * @param {string} name Of the file that it is written to.
   */
  async function addressInTerminal(name) {
    const file = join(workbench.folder, `${name}.txt`);
    await workbench.page.locator('.terminal-wrapper.active .xterm-screen').waitFor();
    await workbench.page.locator('.terminal-wrapper.active .xterm-helper-textarea').focus();
    await workbench.page.keyboard.type(
      `printenv GOOGLE_GEMINI_BASE_URL > ${name}.tmp; mv ${name}.tmp ${name}.txt\n`,
    );
    await expectSoon(async () => existsSync(file), 'The terminal wrote nothing.');
    return readFileSync(file, 'utf8').trim();
  }

  /** The emulator is refused at first, and leads to the page about trust. */
  before(async () => {
    await workbench.palette('Gemini API: Toggle Emulator for Terminals and Debugging');
    const notice = await noticed(
      workbench,
      /only in a trusted workspace\. This one is in Restricted Mode/,
    );
    await notice.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await workbench.page.locator('.workspace-trust-editor').waitFor();
    assert.match(await item().innerText(), /Emulator Off/);

    await workbench.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.page.getByText('You trust this folder').first().waitFor();
    // The page about trust lies above the window, and keeps the keys.
    const above = workbench.page.locator('.monaco-modal-editor-block');
    await above
      .getByRole('button', { name: /^Close/ })
      .first()
      .click();
    await above.waitFor({ state: 'hidden' });
    await workbench.palette('Gemini API: Toggle Emulator for Terminals and Debugging');
    await expectSoon(isOn, 'The status bar did not say that it is on.');
  });

  it('are led to the emulator once it is trusted, also after a reload', async () => {
    await workbench.palette('Terminal: Create New Terminal');
    const before = await addressInTerminal('before');
    assert.match(before, /^http:\/\/127\.0\.0\.1:\d+\/s\/[0-9a-f]{8}$/);
    await workbench.reload();
    // The terminal comes back with the window, and what it asks is there again.
    await item().waitFor();
    await expectSoon(isOn, 'It was not on again.');
    assert.equal(await addressInTerminal('restored'), before);
    assert.equal((await fetch(`${before}/v1beta/models?key=emulator`)).status, 200);
    await workbench.palette('Gemini API: Toggle Emulator for Terminals and Debugging');
    await workbench.page.locator('.statusbar-item', { hasText: 'Emulator Off' }).waitFor();
    await workbench.palette('Terminal: Create New Terminal');
    assert.equal(await addressInTerminal('off'), '');
    await workbench.palette('Terminal: Kill All Terminals');
  });
});
