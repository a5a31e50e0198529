import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSoon } from './support/expectSoon.mjs';
import { noticed } from './support/notices.mjs';
import { chooseRow, closeEditors, openFile } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';

const OLD = 'gemini-3.7-flash';
const NEW = 'gemini-3.8-flash';

const APP = `from google import genai

client = genai.Client()
retired = client.chats.create(model="gemini-2.0-flash")
replaced = client.chats.create(model="${OLD}")
`;

const PROMPT = {
  format: 1,
  model: `models/${OLD}`,
  messages: [{ role: 'user', text: 'What is a kite?' }],
  cases: [{ name: 'names a kite', expect: [{ type: 'contains', value: 'kite' }] }],
};

describe('the model lens', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  let folder = '';

  before(async () => {
    workbench = await sharedWindow();
    folder = join(workbench.folder, 'lens');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'app.py'), APP);
    await writeFile(join(folder, 'kite.prompt.json'), JSON.stringify(PROMPT, undefined, 2));
  });
  after(async () => {
    await closeEditors(workbench);
    await rm(folder, { recursive: true, force: true });
  });

  it('leads from a hover over the proof of a successor to a preview of its replacement', async () => {
    const { page } = workbench;
    await openFile(workbench, 'app.py');
    await page.locator('.squiggly-warning').first().waitFor();
    const link = page.locator('.monaco-hover:visible').getByText('Prove Successor…');
    await expectSoon(async () => {
      await page.mouse.move(0, 0);
      await page.locator('.view-line', { hasText: OLD }).getByText(OLD).hover();
      return await link.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    }, 'There was no hover.');
    await link.click();
    await chooseRow(workbench, NEW);
    const report = workbench.webviewFrame();
    const row = report.getByRole('row', { name: /^names a kite/ });
    await row.waitFor();
    for (const model of [OLD, NEW]) await report.getByText(model).first().waitFor();
    const notice = await noticed(workbench, /^The test report compares/);
    await notice.getByRole('button', { name: 'Replace Everywhere…' }).click();
    const preview = page.locator('.part.panel').getByRole('checkbox', { name: /app\.py/ });
    await preview.first().waitFor();
    assert.equal(await readFile(join(folder, 'app.py'), 'utf8'), APP);
  });
});
