import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkbench } from '../harness/workbench.mjs';
import { chooseRow, quickInput } from './support/prompts.mjs';
import { tryEmulator } from './support/steps.mjs';

const PROMPT = {
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

describe('a prompt file of somebody else', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {string} */
  let result;

  before(async () => {
    workbench = await openWorkbench({
      size: { width: 1440, height: 900 },
      settings: {
        'security.workspace.trust.enabled': true,
        'security.workspace.trust.startupPrompt': 'never',
      },
    });
    const { folder, page } = workbench;
    result = join(folder, 'kite.result.json');
    await writeFile(join(folder, 'kite.txt'), 'A kite');
    await writeFile(join(folder, '.env'), 'SECRET=1');
    await writeFile(join(folder, 'kite.prompt.json'), JSON.stringify(PROMPT, undefined, 2));
    await tryEmulator(workbench);
    await page.keyboard.press('Control+P');
    await quickInput(workbench).locator('input').first().fill('kite.prompt.json');
    await chooseRow(workbench, 'kite.prompt.json');
  });
  after(() => workbench.close());

  const lens = (/** @type {string} */ text) =>
    workbench.page.locator('.codelens-decoration').getByText(text, { exact: true }).first();

  it('cannot be run in Restricted Mode, and says how that can be changed', async () => {
    const { page } = workbench;
    await lens('Trust This Workspace to Run the Prompt').waitFor();
    await workbench.screenshot('prompt-restricted');
    assert.equal(await lens('Run').count(), 0);
    assert.equal(await lens('Open in Playground').count(), 0);
    const title = page.locator('.editor-actions').first();
    assert.equal(await title.getByRole('button', { name: /Run Prompt/ }).count(), 0);
    await lens('Trust This Workspace to Run the Prompt').click();
    await page.getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.screenshot('prompt-trust');
    // Newer versions of VS Code show their page about trust above the editors.
    const above = page.locator('.monaco-modal-editor-block');
    await above
      .getByRole('button', { name: /^Close/ })
      .first()
      .click();
    await above.waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: 'kite.prompt.json' }).click();
    await lens('Run').waitFor();
    await title.getByRole('button', { name: /Run Prompt/ }).waitFor();
  });

  it('asks before it sends files and uses tools, with what may hold secrets off', async () => {
    const { page } = workbench;
    await lens('Run').click();
    const list = quickInput(workbench);
    await list.getByText('kite.prompt.json: Choose What It May Send and Use').waitFor();
    const box = (/** @type {string} */ name) =>
      list.getByRole('checkbox', { name: new RegExp(name) }).first();
    const rows = await list.locator('.monaco-list-row').allInnerTexts();
    await workbench.screenshot('prompt-along');
    assert.deepEqual(
      [await box('kite\\.txt').isChecked(), await box('\\.env').isChecked()],
      [true, false],
      rows.join('\n'),
    );
    await list.getByText('URL context').waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    assert.equal(existsSync(result), false);
    await lens('Run').click();
    await list.getByText('kite.prompt.json: Choose What It May Send and Use').waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByText(/^Complete/)
      .first()
      .waitFor();
    await lens('Last result now')
      .or(page.getByText(/Last result \d+ sec/))
      .first()
      .waitFor();
    const { request } = JSON.parse(await readFile(result, 'utf8'));
    assert.deepEqual(request, { tools: [{ urlContext: {} }] });
  });
});
