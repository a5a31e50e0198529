import assert from 'node:assert/strict';
import { openWorkbench } from '../harness/workbench.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { clearNotices, noticed } from './support/notices.mjs';
import { Playground } from './support/playground.mjs';
import { openPlayground, saveChanged, tryEmulator } from './support/steps.mjs';
import { paint, SYSTEM_COLOURS } from './support/themes.mjs';

const SCHEMA = '{"type":"OBJECT","properties":{"city":{"type":"STRING"}},"required":["city"]}';

describe('the settings of the playground', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {Playground} */
  let playground;
  /** @type {import('playwright-core').Locator} */
  let panel;

  before(async () => {
    workbench = await openWorkbench({
      settings: {
        ...SYSTEM_COLOURS,
        'files.autoSave': 'off',
        'editor.autoClosingQuotes': 'never',
        'editor.autoClosingBrackets': 'never',
      },
      context: { colorScheme: 'dark' },
      size: { width: 1280, height: 1000 },
    });
    await tryEmulator(workbench);
    playground = await openPlayground(workbench);
    await playground.settings.click();
    panel = playground.frame.getByRole('complementary', { name: 'Settings' });
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot('settings-failed');
  });
  after(() => workbench.close());

  /** Opens or closes a group. @param {string} name */
  async function toggle(name) {
    await panel.locator('summary').filter({ hasText: name }).click();
  }

  /** The head of a group. @param {string} name */
  function head(name) {
    return panel.locator('summary').filter({ hasText: name });
  }

  it('stand in groups, of which those that are used least are closed', async () => {
    await panel.getByRole('slider', { name: 'Temperature' }).waitFor();
    for (const name of ['Sampling', 'Output', 'Images and speech', 'Safety', 'Tools']) {
      await head(name).waitFor();
    }
    assert.equal(await panel.getByRole('combobox', { name: 'Hate speech' }).isVisible(), false);
    // Of models that think.
    assert.equal(await head('Thinking').isVisible(), false);
    for (const theme of /** @type {const} */ (['light', 'hc-black', 'dark'])) {
      await paint(workbench, theme);
      await workbench.screenshot(`settings-groups-${theme}`);
    }
  });

  it('say what is set, also in a closed group, and what is wrong', async () => {
    const seed = panel.getByRole('textbox', { name: 'Seed' });
    await seed.fill('1.5');
    await panel.getByText('Enter a whole number.').waitFor();
    await head('Sampling').getByText('invalid', { exact: true }).waitFor();
    await playground.frame
      .getByText('Correct the settings first.')
      .first()
      .waitFor({ state: 'attached' });
    await workbench.screenshot('settings-wrong');
    await seed.fill('7');
    await head('Sampling').getByText('1 set').waitFor();
    await toggle('Sampling');
    await toggle('Output');
    await toggle('Safety');
    await panel.getByRole('combobox', { name: 'Hate speech' }).selectOption('BLOCK_ONLY_HIGH');
    await toggle('Tools');
    await panel.getByRole('checkbox', { name: 'Code execution' }).check();
    await head('Tools').getByText('1 set').waitFor();
    for (const theme of /** @type {const} */ (['light', 'hc-black', 'dark'])) {
      await paint(workbench, theme);
      await workbench.screenshot(`settings-set-${theme}`);
    }
    await panel.getByRole('button', { name: 'Reset Code execution to its Default' }).click();
    await toggle('Tools');
    await toggle('Safety');
    await toggle('Output');
  });

  it('take the shape of an answer from an editor, which knows what belongs there', async () => {
    await panel.getByRole('combobox', { name: 'Format' }).selectOption('application/json');
    await panel.getByRole('button', { name: 'Edit Response schema…' }).click();
    const { page } = workbench;
    const text = page.locator('.editor-group-container .monaco-editor .view-lines').first();
    await text.getByText('{}').waitFor();
    await text.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText('{"type": "TEXT"}');
    await page.locator('.squiggly-warning, .squiggly-error').first().waitFor();
    await page.keyboard.press('Control+S');
    await noticed(workbench, /Invalid value at 'type'/);
    await workbench.screenshot('settings-schema-refused');
    await clearNotices(workbench);
    await text.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(SCHEMA);
    await saveChanged(workbench);
    await workbench.screenshot('settings-schema');
    await workbench.palette('View: Close Editor');
    playground = new Playground(workbench);
    panel = playground.frame.getByRole('complementary', { name: 'Settings' });
    await panel.locator('.part-summary').filter({ hasText: 'Set' }).first().waitFor();
    await playground.send('Where is the tower?');
    await playground.ended('Complete');
    assert.match((await playground.last.textContent()) ?? '', /"city"/);
    await workbench.screenshot('settings-schema-answer');
  });

  it('keep which groups are open over a reload', async () => {
    await toggle('Images and speech');
    await expectSoon(
      async () => (await panel.locator('details[open]').count()) === 2,
      'The group did not open.',
    );
    await workbench.reload();
    playground = new Playground(workbench);
    panel = playground.frame.getByRole('complementary', { name: 'Settings' });
    await playground.ready();
    await panel.getByRole('textbox', { name: 'Language of speech' }).waitFor();
    await head('Sampling').getByText('1 set').waitFor();
    assert.equal(await panel.getByRole('textbox', { name: 'Seed' }).isVisible(), false);
  });

  it('say of a field that the version does not have it', async () => {
    await playground.frame.getByRole('button', { name: /^Version of the service/ }).click();
    const input = workbench.page.locator('.quick-input-widget:visible');
    await input
      .locator('.monaco-list-row')
      .filter({ hasText: /^v1(?!beta)/ })
      .first()
      .click();
    await panel
      .getByText(/version v1 of the service has no such field/)
      .first()
      .waitFor();
    await workbench.screenshot('settings-unsent');
  });

  it('are not in a new conversation unless they are kept', async () => {
    const begin = playground.frame.getByRole('button', { name: 'New Conversation', exact: true });
    const kept = playground.frame.getByText('Begins with the settings that you kept');
    await panel.getByRole('button', { name: 'Keep for New Conversations' }).click();
    await panel.getByText('New conversations begin with these settings.').waitFor();
    await begin.click();
    await kept.waitFor();
    await head('Sampling').getByText('1 set').waitFor();
    await workbench.screenshot('settings-kept');
    const forget = playground.frame.getByRole('button', { name: 'Forget Kept Settings' });
    await forget.first().click();
    await kept.waitFor({ state: 'detached' });
    await head('Sampling').getByText('1 set').waitFor({ state: 'detached' });
  });

  it('fill a narrow panel', async () => {
    await workbench.page.setViewportSize({ width: 640, height: 900 });
    await workbench.screenshot('settings-narrow');
    await panel.getByRole('button', { name: 'Hide Settings' }).click();
    await playground.composer.waitFor();
  });
});
