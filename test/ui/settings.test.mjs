import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { AT_ONCE, openStage } from './support/stage.mjs';

const SCHEMA = '{"type":"OBJECT","properties":{"city":{"type":"STRING"}},"required":["city"]}';

describe('the settings of the playground', () => {
  /** @type {import('./support/stage.mjs').StagePages} */
  let stage;
  /** @type {import('./support/playground.mjs').Playground} */
  let playground;
  /** @type {import('playwright-core').Locator} */
  let panel;

  before(async () => {
    stage = await openStage({ emulator: AT_ONCE, size: { width: 930, height: 940 } });
    look(await stage.openPlayground());
    await playground.settings.click();
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await stage.screenshot('settings-failed');
  });
  after(() => stage.close());

  /** @param {import('./support/playground.mjs').Playground} shown */
  function look(shown) {
    playground = shown;
    panel = shown.frame.getByRole('complementary', { name: 'Settings' });
  }

  /** Opens or closes a group. @param {string} name */
  async function toggle(name) {
    await head(name).click();
  }

  /** The head of a group. @param {string} name */
  function head(name) {
    return panel.locator('summary').filter({ hasText: name });
  }

  /** @param {string} name */
  async function inAllThemes(name) {
    for (const theme of ['light', 'hc-dark', 'dark']) {
      await stage.paint(theme);
      await stage.screenshot(`${name}-${theme}`);
    }
  }

  it('stand in groups, of which those that are used least are closed', async () => {
    await panel.getByRole('slider', { name: 'Temperature' }).waitFor();
    for (const name of ['Sampling', 'Output', 'Images and speech', 'Safety', 'Tools']) {
      await head(name).waitFor();
    }
    assert.equal(await panel.getByRole('combobox', { name: 'Hate speech' }).isVisible(), false);
    // Of models that think.
    assert.equal(await head('Thinking').isVisible(), false);
    await inAllThemes('settings-groups');
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
    await stage.screenshot('settings-wrong');
    await seed.fill('7');
    await head('Sampling').getByText('1 set').waitFor();
    await toggle('Sampling');
    await toggle('Output');
    await toggle('Safety');
    await panel.getByRole('combobox', { name: 'Hate speech' }).selectOption('BLOCK_ONLY_HIGH');
    await toggle('Tools');
    await panel.getByRole('checkbox', { name: 'Code execution' }).check();
    await head('Tools').getByText('1 set').waitFor();
    await inAllThemes('settings-set');
    await panel.getByRole('button', { name: 'Reset Code execution to its Default' }).click();
    await toggle('Tools');
    await toggle('Safety');
    await toggle('Output');
  });

  it('take the shape of an answer from an editor, whose wrong text is refused', async () => {
    await panel.getByRole('combobox', { name: 'Format' }).selectOption('application/json');
    await panel.getByRole('button', { name: 'Edit Response schema…' }).click();
    await stage.asked('window.showTextDocument');
    assert.deepEqual(JSON.parse(await stage.host.readPart()), {});
    await assert.rejects(stage.host.savePart('{"type": "TEXT"}'), /Invalid value at 'type'/);
    assert.deepEqual(JSON.parse(await stage.host.readPart()), {});
    await stage.host.savePart(SCHEMA);
    look(await stage.hideAndShow());
    await panel.getByText('Set', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Reset Response schema to its Default' }).waitFor();
    await playground.send('Where is the tower?');
    await playground.ended('Complete');
    await playground.last
      .getByText(/"city"/)
      .first()
      .waitFor();
    await stage.screenshot('settings-schema-answer');
  });

  it('keep which groups are open over a reload', async () => {
    await toggle('Images and speech');
    await expectSoon(
      async () => (await stage.kept()).settingsSections.length === 2,
      'The page never kept which groups are open.',
    );
    look(await stage.reload());
    await playground.ready();
    await panel.getByRole('textbox', { name: 'Language of speech' }).waitFor();
    await head('Sampling').getByText('1 set').waitFor();
    assert.equal(await panel.getByRole('textbox', { name: 'Seed' }).isVisible(), false);
  });

  it('say of a field that the version does not have it', async () => {
    stage.host.prompts.answer('v1');
    await playground.frame.getByRole('button', { name: /^Version of the service/ }).click();
    await panel
      .getByText(/version v1 of the service has no such field/)
      .first()
      .waitFor();
    await stage.screenshot('settings-unsent');
  });

  it('are not in a new conversation unless they are kept', async () => {
    const begin = playground.frame.getByRole('button', { name: 'New Conversation', exact: true });
    const kept = playground.frame.getByText('Begins with the settings that you kept');
    await panel.getByRole('button', { name: 'Keep for New Conversations' }).click();
    await panel.getByText('New conversations begin with these settings.').waitFor();
    await begin.click();
    await kept.waitFor();
    await head('Sampling').getByText('1 set').waitFor();
    await stage.screenshot('settings-kept');
    const forget = playground.frame.getByRole('button', { name: 'Forget Kept Settings' });
    await forget.first().click();
    await kept.waitFor({ state: 'detached' });
    await head('Sampling').getByText('1 set').waitFor({ state: 'detached' });
  });

  it('fill a narrow panel', async () => {
    await stage.page?.setViewportSize({ width: 284, height: 840 });
    await stage.screenshot('settings-narrow');
    await panel.getByRole('button', { name: 'Hide Settings' }).click();
    await playground.composer.waitFor();
  });
});
