import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkbench } from '../harness/workbench.mjs';
import { openFile, quickInput } from './support/prompts.mjs';
import { tryEmulator } from './support/steps.mjs';

const STRANGE = {
  format: 1,
  name: 'Kites',
  model: 'models/emulator-flash',
  settings: { requests: { chat: { tools: [{ urlContext: {} }] } } },
  messages: [
    {
      role: 'user',
      text: 'What is it?',
      attachments: [{ path: './kite.txt' }, { path: './.env' }],
    },
  ],
};

describe('a prompt file', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await openWorkbench({
      size: { width: 1440, height: 900 },
      settings: {
        'editor.autoClosingBrackets': 'never',
        'editor.autoClosingQuotes': 'never',
        'files.autoSave': 'off',
        'security.workspace.trust.enabled': true,
        'security.workspace.trust.startupPrompt': 'never',
      },
    });
    const { folder } = workbench;
    await writeFile(join(folder, 'kite.txt'), 'A kite');
    await writeFile(join(folder, '.env'), 'SECRET=1');
    await writeFile(join(folder, 'kite.prompt.json'), JSON.stringify(STRANGE, undefined, 2));
    await tryEmulator(workbench);
  });
  after(() => workbench.close());

  /** @param {string} name */
  async function open(name) {
    await workbench.palette('View: Close All Editors');
    await openFile(workbench, name);
  }

  /** @param {string | RegExp} text */
  const lens = (text) => {
    const words = workbench.page.locator('.codelens-decoration');
    return words.getByText(text, { exact: true }).first();
  };

  describe('of somebody else', () => {
    const result = () => join(workbench.folder, 'kite.result.json');

    before(() => open('kite.prompt.json'));

    it('cannot be run in Restricted Mode, and asks in a trusted one before it sends files and uses tools', async () => {
      const { page } = workbench;
      await lens('Trust This Workspace to Run the Prompt').waitFor();
      assert.equal(await lens(/^Run/).count(), 0);
      assert.equal(await lens('Open in Playground').count(), 0);
      const title = page.locator('.editor-actions').first();
      assert.equal(await title.getByRole('button', { name: /Run Prompt/ }).count(), 0);
      await lens('Trust This Workspace to Run the Prompt').click();
      await page.getByRole('button', { name: 'Trust', exact: true }).click();
      // Newer versions of VS Code show their page about trust above the editors.
      const above = page.locator('.monaco-modal-editor-block');
      await above
        .getByRole('button', { name: /^Close/ })
        .first()
        .click();
      await above.waitFor({ state: 'hidden' });
      await page.getByRole('tab', { name: 'kite.prompt.json' }).click();
      await lens('Run and Save to kite.result.json').waitFor();
      await title.getByRole('button', { name: /Run Prompt/ }).waitFor();
      await lens('Run and Save to kite.result.json').click();
      const list = quickInput(workbench);
      await list.getByText('Select Allowed Access for kite.prompt.json').waitFor();
      const box = (/** @type {string} */ name) =>
        list.getByRole('checkbox', { name: new RegExp(name) }).first();
      const rows = await list.locator('.monaco-list-row').allInnerTexts();
      assert.deepEqual(
        [await box('kite\\.txt').isChecked(), await box('\\.env').isChecked()],
        [true, false],
        rows.join('\n'),
      );
      await list.getByText('URL context').waitFor();
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      assert.equal(existsSync(result()), false);
      await lens('Run and Save to kite.result.json').click();
      await list.getByText('Select Allowed Access for kite.prompt.json').waitFor();
      await page.keyboard.press('Enter');
      await page
        .getByText(/^Complete/)
        .first()
        .waitFor();
      await lens('Last Result (now)')
        .or(page.getByText(/Last Result \(\d+ sec/))
        .first()
        .waitFor();
      const { request } = JSON.parse(await readFile(result(), 'utf8'));
      assert.deepEqual(request, { tools: [{ urlContext: {} }] });
    });
  });
});
