import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmulator } from './support/emulator.mjs';
import { chooseRow, closeEditors, openFile, quickInput } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { addKey, chooseEntry } from './support/steps.mjs';

/** @param {string} wanted @param {string} text */
const PROMPT = (wanted, text) => ({
  format: 1,
  model: 'models/emulator-flash',
  messages: [{ role: 'user', text }],
  cases: [
    {
      name: 'names a kite',
      variables: { topic: 'a kite' },
      expect: [{ type: 'contains', value: 'kite' }],
    },
    {
      name: 'speaks of boats',
      variables: { topic: 'a kite' },
      expect: [{ type: 'contains', value: wanted }],
    },
  ],
});

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

  const explorer = () => workbench.page.locator('.test-explorer');
  /** @param {string | RegExp} name What a screen reader says of a row. */
  const row = (name) => explorer().getByRole('treeitem', { name });

  const panel = () => workbench.page.locator('.part.panel');

  /** What the panel lists of a run. @param {string | RegExp} name */
  const told = (name) => panel().getByRole('treeitem', { name });

  /** Runs the file as one of the profiles. @param {string} profile */
  async function runAs(profile) {
    await row(/topic\.prompt\.json/).click({ button: 'right' });
    await chooseEntry(workbench, 'Execute Using Profile...');
    await chooseRow(workbench, profile);
  }

  it('fail with what was expected, pass once the prompt is mended, and compare models', async () => {
    await save(PROMPT('boat', 'What is {{topic}}?'));
    await openFile(workbench, 'topic.prompt.json');
    await workbench.palette('Testing: Focus on Test Explorer View');
    await row(/topic\.prompt\.json/).waitFor();
    await workbench.palette('Test: Run All Tests');
    await row(/topic\.prompt\.json.*Failed/i).waitFor();
    await told('contains: The response doesn’t contain “boat”.').click();
    await told(/^Full response/).click();
    await panel().getByText('Open in Playground').first().waitFor();
    await save(PROMPT('boat', 'What is {{topic}}, and what is a boat?'));
    await workbench.palette('Test: Run All Tests');
    await row(/topic\.prompt\.json.*Passed/i).waitFor();

    await save(PROMPT('a word that no answer has', 'What is {{topic}}?'));
    await runAs('Compare Models…');
    // The list before has a row that says nearly the same, and lends its rows to this one.
    await quickInput(workbench).getByText('Compare Models', { exact: true }).waitFor();
    await chooseRow(workbench, 'emulator-pro');
    await workbench.page.keyboard.press('Enter');
    const lacks = 'contains: The response doesn’t contain “a word that no answer has”.';
    await told(`emulator-flash: ${lacks}`).waitFor();
    await told(`emulator-pro: ${lacks}`).click();
    await row(/topic\.prompt\.json.*Failed/i).waitFor();
  });

  it('lose no result that was there when the window is reloaded in the middle of a run', async () => {
    const slow = join(workbench.folder, 'proofs', 'slow.mocks.jsonc');
    // Nobody waits for the end of this answer.
    const boat = { pieces: [{ text: 'A boat' }, { after: 600_000, text: '.' }] };
    const rules = [{ when: { user: { contains: 'boat' } }, response: boat }];
    await writeFile(slow, JSON.stringify({ mocks: rules }));
    const upstream = await startEmulator(['--latency', '0', '--rate', '0', '--mocks', slow]);
    try {
      await addKey(workbench, upstream.baseUrl, upstream.apiKey);
      const prompt = PROMPT('boat', 'What is {{topic}}?');
      const [kite, other] = prompt.cases;
      await save({ ...prompt, cases: [kite, { ...other, variables: { topic: 'a boat' } }] });
      await workbench.palette('Testing: Focus on Test Explorer View');
      await runAs('Run');
      await workbench.palette('Gemini API: Show Test Report');
      const report = () => workbench.webviewFrame();
      const cases = () => report().getByRole('grid', { name: 'Test cases' }).locator('tbody');
      await report().getByText('The run is in progress').waitFor();
      await cases()
        .getByRole('row', { name: /^names a kite .*Passed/ })
        .waitFor();
      await workbench.reload();
      await report().getByText('The window was closed during the run').waitFor();
      await cases()
        .getByRole('row', { name: /^names a kite .*Passed/ })
        .waitFor();
      await report().getByRole('button', { name: 'Passed: 1' }).waitFor();
      // What was under way then is no result.
      await report().getByRole('button', { name: 'Errored: 0' }).waitFor();
    } finally {
      await upstream.stop();
    }
  });
});
