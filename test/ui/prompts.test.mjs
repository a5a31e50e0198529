import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkbench } from '../harness/workbench.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { noticed } from './support/notices.mjs';
import { Playground } from './support/playground.mjs';
import { openFile, quickInput } from './support/prompts.mjs';
import { answerInput, tryEmulator } from './support/steps.mjs';

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

/** A link that VS Code would draw under an input box, and an icon. */
const HOSTILE = 'What is [to be](command:workbench.action.openSettings) described, $(trash)?';

const OWN = {
  format: 1,
  name: 'Kites',
  model: 'models/emulator-flash',
  settings: { systemInstruction: 'Answer for {{audience}}.' },
  variables: { animal: { description: HOSTILE, default: 'a kite' } },
  messages: [{ role: 'user', text: 'Describe {{animal}} for {{audience}}' }],
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
    await writeFile(join(folder, 'own.prompt.json'), JSON.stringify(OWN, undefined, 2));
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
      await workbench.screenshot('prompt-restricted');
      assert.equal(await lens(/^Run/).count(), 0);
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
      await lens('Run to kite.result.json').waitFor();
      await title.getByRole('button', { name: /Run Prompt/ }).waitFor();
      await lens('Run to kite.result.json').click();
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
      assert.equal(existsSync(result()), false);
      await lens('Run to kite.result.json').click();
      await list.getByText('kite.prompt.json: Choose What It May Send and Use').waitFor();
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

  describe('of one’s own', () => {
    before(() => open('own.prompt.json'));

    it('is run from above its first line: asks for its variables, and shows the answer beside', async () => {
      await lens('Run to own.result.json').waitFor();
      await workbench.screenshot('prompt-file');
      await lens('Run to own.result.json').click();
      await answerInput(workbench, 'Value of audience', 'children');
      const shown = HOSTILE.replace('](', '] (');
      await quickInput(workbench).getByText(shown).first().waitFor();
      assert.equal(await quickInput(workbench).locator('.quick-input-message a').count(), 0);
      assert.equal(await quickInput(workbench).locator('.codicon-trash').count(), 0);
      await workbench.screenshot('prompt-variable');
      await workbench.page.keyboard.press('Enter');
      await workbench.page
        .getByText(/^Complete/)
        .first()
        .waitFor();
      await lens(/Last Result/).waitFor();
      await workbench.screenshot('prompt-ran');
      const result = JSON.parse(await readFile(join(workbench.folder, 'own.result.json'), 'utf8'));
      assert.deepEqual(result.variables, { audience: 'children', animal: 'a kite' });
      assert.equal(result.verdict, 'complete');
    });

    it('opens in a playground with a field for each variable, and is saved back', async () => {
      await lens('Open in Playground').click();
      const playground = new Playground(workbench);
      await playground.ready();
      const { frame, composer } = playground;
      await expectSoon(
        async () => (await composer.inputValue()) === 'Describe {{animal}} for {{audience}}',
        'The message of the file never stood in the composer.',
      );
      const audience = frame.getByRole('textbox', { name: 'audience' });
      await expectSoon(
        async () => (await audience.inputValue()) === 'children',
        'The value that was entered last is not there.',
      );
      await workbench.screenshot('prompt-playground');
      await composer.fill('Draw {{animal}} for {{audience}}');
      await frame.getByRole('button', { name: 'Save to File' }).click();
      await noticed(workbench, 'own.prompt.json was saved.');
      await expectSoon(async () => {
        const { messages } = JSON.parse(
          await readFile(join(workbench.folder, 'own.prompt.json'), 'utf8'),
        );
        return messages.length === 1 && messages[0].text === 'Draw {{animal}} for {{audience}}';
      }, 'The file was not written.');
      await workbench.screenshot('prompt-saved');
    });
  });
});
