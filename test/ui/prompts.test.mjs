import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkbench } from '../harness/workbench.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { clearNotices, noticed } from './support/notices.mjs';
import { Playground } from './support/playground.mjs';
import { chooseRow, quickInput } from './support/prompts.mjs';
import { answerInput, saveChanged, tryEmulator } from './support/steps.mjs';

/** A link that VS Code would draw under an input box, and an icon. */
const HOSTILE = 'What is [to be](command:workbench.action.openSettings) described, $(trash)?';

const PROMPT = {
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
  /** @type {string} */
  let path;

  before(async () => {
    workbench = await openWorkbench({
      settings: {
        'files.autoSave': 'off',
        'editor.autoClosingQuotes': 'never',
        'editor.autoClosingBrackets': 'never',
      },
      size: { width: 1440, height: 900 },
    });
    path = join(workbench.folder, 'kite.prompt.json');
    await writeFile(path, JSON.stringify(PROMPT, undefined, 2));
    await tryEmulator(workbench);
    await workbench.page.keyboard.press('Control+P');
    await quickInput(workbench).locator('input').first().fill('kite.prompt.json');
    await chooseRow(workbench, 'kite.prompt.json');
  });
  after(() => workbench.close());

  const lens = (/** @type {string | RegExp} */ text) =>
    workbench.page.locator('.codelens-decoration').getByText(text).first();

  it('is run from above its first line: asks for its variables, and shows the answer beside', async () => {
    await lens('Run').waitFor();
    await workbench.screenshot('prompt-file');
    await lens('Run').click();
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
    await lens(/Last result/).waitFor();
    await workbench.screenshot('prompt-ran');
    const result = JSON.parse(await readFile(join(workbench.folder, 'kite.result.json'), 'utf8'));
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
    await noticed(workbench, 'kite.prompt.json was saved.');
    await expectSoon(async () => {
      const { messages } = JSON.parse(await readFile(path, 'utf8'));
      return messages.length === 1 && messages[0].text === 'Draw {{animal}} for {{audience}}';
    }, 'The file was not written.');
    await workbench.screenshot('prompt-saved');
  });

  it('takes the shape of its answers from an editor, which marks and refuses what does not belong there', async () => {
    const { page } = workbench;
    const playground = new Playground(workbench);
    await playground.settings.click();
    const panel = playground.frame.getByRole('complementary', { name: 'Settings' });
    await panel.locator('summary').filter({ hasText: 'Output' }).waitFor();
    await panel.getByRole('button', { name: 'Edit Response schema…' }).click();
    const text = page.locator('.editor-group-container.active .monaco-editor .view-lines').first();
    await text.getByText('{}').waitFor();
    /** @param {string} schema */
    const write = async (schema) => {
      await text.click();
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Delete');
      await page.keyboard.insertText(schema);
    };
    await write('{"type": "TEXT"}');
    await page.locator('.squiggly-warning, .squiggly-error').first().waitFor();
    await page.keyboard.press('Control+S');
    await noticed(workbench, /Invalid value at 'type'/);
    await workbench.screenshot('prompt-schema-refused');
    await clearNotices(workbench);
    await write('{"type":"OBJECT","properties":{"city":{"type":"STRING"}},"required":["city"]}');
    await saveChanged(workbench);
    await workbench.screenshot('prompt-schema');
    await workbench.palette('View: Close Editor');
    await panel.getByRole('button', { name: 'Reset Response schema to its Default' }).waitFor();
  });
});
