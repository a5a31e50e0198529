import assert from 'node:assert/strict';
import { Playground } from './support/playground.mjs';
import { DARK_WINDOW, openPlaygroundWindow } from './support/playgroundWindow.mjs';
import { saveChanged } from './support/steps.mjs';
import { paint } from './support/themes.mjs';

const SCHEMA = JSON.stringify({
  type: 'OBJECT',
  properties: {
    name: { type: 'STRING' },
    price: { type: 'NUMBER' },
    colour: { type: 'STRING', enum: ['red', 'green'] },
  },
  required: ['name', 'price'],
});
const WRONG = '{"price":"ten","colour":"blue","tags":[]}';

describe('structured answers of the playground', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {Playground} */
  let playground;

  before(async () => {
    ({ workbench, playground } = await openPlaygroundWindow(DARK_WINDOW));
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot('structured-failed');
  });
  after(() => workbench.close());

  it('get their schema in an editor', async () => {
    await playground.settings.click();
    const panel = playground.frame.getByRole('complementary', { name: 'Settings' });
    await panel.getByRole('combobox', { name: 'Format' }).selectOption('application/json');
    await panel.getByRole('button', { name: 'Edit Response schema…' }).click();
    const { page } = workbench;
    const text = page.locator('.editor-group-container .monaco-editor .view-lines').first();
    await text.getByText('{}').waitFor();
    await text.click();
    await page.keyboard.press('Control+A');
    // Pasted: what is typed gets closing quotes and completions.
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(SCHEMA)})`);
    await page.keyboard.press('Control+V');
    await saveChanged(workbench);
    await workbench.palette('View: Close Editor');
    playground = new Playground(workbench);
    await playground.ready();
    await playground.frame.getByRole('button', { name: 'Hide Settings' }).first().click();
  });

  it('say that they match, as code that is laid out', async () => {
    await playground.send('What is in the shop?');
    await playground.ended('Complete');
    await playground.last.getByText('Matches its schema').waitFor();
    await playground.last.locator('.code-block').waitFor();
    await workbench.screenshot('structured-matching');
  });

  it('name what does not match, with its place', async () => {
    await playground.send(`And next door? [[echo]]${WRONG}`);
    await playground.ended('Complete');
    for (const problem of [
      '$.name: this field is missing.',
      '$.price: expected a number, found a text.',
      '$.colour: expected one of "red", "green"; found "blue".',
    ]) {
      await playground.last.getByText(problem).waitFor();
    }
    assert.match(
      (await playground.last.locator('pre').textContent()) ?? '',
      /\n {2}"price": "ten",/,
    );
    for (const theme of /** @type {const} */ (['light', 'hc-black', 'dark'])) {
      await paint(workbench, theme);
      await workbench.screenshot(`structured-wrong-${theme}`);
    }
  });

  it('show the schema that they were asked for', async () => {
    await playground.last.getByRole('button', { name: 'Open Schema' }).click();
    await workbench.page.locator('.editor-instance').getByText('"colour"').first().waitFor();
    await workbench.screenshot('structured-schema');
    await workbench.palette('View: Close Editor');
    playground = new Playground(workbench);
    await playground.ready();
  });

  it('are corrected when asked to', async () => {
    await playground.last.getByRole('button', { name: 'Ask for a Fix' }).click();
    await playground.turns.nth(5).waitFor();
    await playground.ended('Complete');
    await playground.last.getByText('Matches its schema').waitFor();
    await playground.turns.nth(4).getByText('$.price: expected a number').waitFor();
    await workbench.screenshot('structured-corrected');
  });
});
