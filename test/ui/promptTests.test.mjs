import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseRow, closeEditors, openFile, quickInput } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { promptFile, runAs, testRow } from './support/testedPrompts.mjs';

describe('prompt tests', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await sharedWindow();
    await mkdir(join(workbench.folder, 'proofs'), { recursive: true });
  });
  after(async () => {
    await closeEditors(workbench);
    for (const name of ['proofs', '.genlang']) {
      await rm(join(workbench.folder, name), { recursive: true, force: true });
    }
  });

  /** @param {object} content */
  const save = (content) =>
    writeFile(
      join(workbench.folder, 'proofs', 'topic.prompt.json'),
      `${JSON.stringify(content, undefined, 2)}\n`,
    );

  /** @param {string | RegExp} name */
  const row = (name) => testRow(workbench, name);

  const panel = () => workbench.page.locator('.part.panel');

  /** What the panel lists of a run. @param {string | RegExp} name */
  const told = (name) => panel().getByRole('treeitem', { name });

  it('fail with what was expected, pass once the prompt is mended, and compare models', async () => {
    await save(promptFile('boat', 'What is {{topic}}?'));
    await openFile(workbench, 'topic.prompt.json');
    await workbench.palette('Testing: Focus on Test Explorer View');
    await row(/topic\.prompt\.json/).waitFor();
    await workbench.palette('Test: Run All Tests');
    await row(/topic\.prompt\.json.*Failed/i).waitFor();
    await told('contains: The response doesn’t contain “boat”.').click();
    await told(/^Full response/).click();
    await panel().getByText('Open in Playground').first().waitFor();
    await save(promptFile('boat', 'What is {{topic}}, and what is a boat?'));
    await workbench.palette('Test: Run All Tests');
    await row(/topic\.prompt\.json.*Passed/i).waitFor();

    await save(promptFile('a word that no answer has', 'What is {{topic}}?'));
    await runAs(workbench, /topic\.prompt\.json/, 'Compare Models…');
    // The list before has a row that says nearly the same, and lends its rows to this one.
    await quickInput(workbench).getByText('Compare Models', { exact: true }).waitFor();
    await chooseRow(workbench, 'emulator-pro');
    await workbench.page.keyboard.press('Enter');
    const lacks = 'contains: The response doesn’t contain “a word that no answer has”.';
    await told(`emulator-flash: ${lacks}`).waitFor();
    await told(`emulator-pro: ${lacks}`).click();
    await row(/topic\.prompt\.json.*Failed/i).waitFor();
  });
});
