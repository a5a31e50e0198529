import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { openStage } from './support/stage.mjs';

const SCHEMA = '{"type":"OBJECT","properties":{"city":{"type":"STRING"}},"required":["city"]}';

describe('the settings of the playground', () => {
  /** @type {import('./support/stage.mjs').StagePages} */
  let stage;
  /** @type {import('./support/playground.mjs').Playground} */
  let playground;
  /** @type {import('playwright-core').Locator} */
  let panel;

  before(async () => {
    stage = await openStage({ size: { width: 930, height: 940 } });
    look(await stage.openPlayground());
    await playground.settings.click();
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

  it('stand in groups, tell what one is for, and show no value on a scale without a default', async () => {
    await panel.getByRole('slider', { name: 'Temperature' }).waitFor();
    for (const name of ['Sampling', 'Output', 'Images and speech', 'Safety', 'Tools', 'Service']) {
      await head(name).waitFor();
    }
    const order = await panel.locator('summary').allTextContents();
    assert.deepEqual(order, [
      'Sampling',
      'Thinking',
      'Output',
      'Tools',
      'Images and speech',
      'Safety',
      'Service',
      'Advanced',
    ]);
    assert.equal(await panel.getByRole('combobox', { name: 'Hate speech' }).isVisible(), false);
    const instruction = panel.getByRole('textbox', { name: 'System instruction' });
    assert.ok(await instruction.evaluate((field) => field.matches(':focus-visible')));
    const [led] = await panel.locator('.field-help').all();
    assert.equal(await led?.isVisible(), false, 'The settings open with help.');
    const help = panel.getByText('Higher values make responses more varied.');
    assert.equal(await help.isVisible(), false);
    const temperature = panel.getByRole('textbox', { name: 'Temperature' });
    await temperature.focus();
    await help.waitFor();
    const text = 'Default 1.0, 0 to 2. Higher values make responses more varied.';
    await panel.getByRole('textbox', { name: 'Temperature', description: text }).waitFor();
    const [card, side] = await Promise.all([help.boundingBox(), panel.boundingBox()]);
    assert.ok(card && side && card.x >= 0 && card.x + card.width <= side.x, 'It covers settings.');
    await panel.getByRole('textbox', { name: 'Seed' }).focus();
    await help.waitFor({ state: 'hidden' });
    await panel.getByText('Temperature', { exact: true }).hover();
    await help.waitFor();

    const penalty = panel.getByRole('slider', { name: 'Presence penalty' });
    assert.equal(await penalty.getAttribute('aria-valuetext'), 'Default unknown');
    await penalty.focus();
    await stage.keyboard.press('ArrowRight');
    assert.equal(await penalty.getAttribute('aria-valuetext'), null);
    const typed = panel.getByRole('textbox', { name: 'Presence penalty' });
    assert.equal(await typed.inputValue(), '0.05');
    await panel.getByRole('button', { name: 'Reset Presence penalty to Default' }).click();
    assert.equal(await typed.inputValue(), '');
    assert.equal(await typed.getAttribute('placeholder'), 'Default');
    const known = panel.getByRole('slider', { name: 'Temperature' });
    assert.deepEqual(
      [await known.inputValue(), await known.getAttribute('aria-valuetext')],
      ['1', null],
    );
  });

  it('are found by name, and all go back to their defaults', async () => {
    const search = panel.getByRole('searchbox', { name: 'Search Settings' });
    await search.fill('hate');
    await panel.getByRole('combobox', { name: 'Hate speech' }).waitFor();
    assert.equal(await panel.getByRole('textbox').count(), 0);
    await search.fill('zebra');
    await panel.getByText('No settings match “zebra”.').waitFor();
    await search.press('Escape');
    await panel.getByRole('slider', { name: 'Temperature' }).waitFor();
    assert.equal(await search.inputValue(), '');
    await search.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    assert.equal(await playground.settings.getAttribute('aria-expanded'), 'false');
    assert.ok(await playground.settings.evaluate((button) => button.matches(':focus')));
    await playground.settings.click();

    const instruction = panel.getByRole('textbox', { name: 'System instruction' });
    await instruction.fill('Be brief.');
    await panel.getByRole('textbox', { name: 'Top-k' }).fill('7');
    await panel.getByText('2 set', { exact: true }).waitFor();
    const topK = panel.getByRole('textbox', { name: 'Top-k' });
    const right = new Set();
    for (const [name, field] of /** @type {const} */ ([
      ['System instruction', instruction],
      ['Top-k', topK],
    ])) {
      const arrow = panel.getByRole('button', { name: `Reset ${name} to Default` });
      const [inner, outer] = await Promise.all([arrow.boundingBox(), field.boundingBox()]);
      assert.ok(inner && outer && inner.x + inner.width <= outer.x + outer.width, name);
      right.add(Math.round(outer.x + outer.width));
    }
    assert.equal(right.size, 1, 'The fields do not end at the same edge.');
    const reset = panel.getByRole('button', { name: 'Reset All' });
    await reset.click();
    await panel.getByText('All settings have their default values.').waitFor();
    assert.equal(await instruction.inputValue(), '');
    await panel.getByRole('button', { name: 'Undo Reset' }).click();
    await panel.getByText('2 set', { exact: true }).waitFor();
    assert.equal(await instruction.inputValue(), 'Be brief.');
    await reset.click();
    await panel.getByRole('button', { name: 'Undo Reset' }).waitFor();
    await panel.getByText('2 set', { exact: true }).waitFor({ state: 'detached' });
    assert.equal(await reset.getAttribute('aria-disabled'), 'true');
  });

  it('say what is set, also in a closed group, and what is wrong', async () => {
    const seed = panel.getByRole('textbox', { name: 'Seed' });
    await seed.fill('1.5');
    await panel.getByText('Enter a whole number.').waitFor();
    await head('Sampling').getByText('invalid', { exact: true }).waitFor();
    await playground.frame
      .getByText('Fix the settings first.')
      .first()
      .waitFor({ state: 'attached' });
    await toggle('Sampling');
    await panel.getByRole('searchbox').fill('voice');
    await panel.getByRole('button', { name: 'Hide Settings' }).click();
    await playground.frame.getByRole('button', { name: 'Fix the settings first.' }).click();
    await seed.waitFor();
    assert.ok(await seed.evaluate((field) => field.matches(':focus')));
    await seed.fill('7');
    await head('Sampling').getByText('1 set').waitFor();
    await toggle('Sampling');
    await toggle('Output');
    await toggle('Safety');
    await panel.getByRole('combobox', { name: 'Hate speech' }).selectOption('BLOCK_ONLY_HIGH');
    await toggle('Tools');
    await panel.getByRole('checkbox', { name: 'Code execution' }).check();
    await head('Tools').getByText('1 set').waitFor();
    await panel.getByRole('button', { name: 'Reset Code execution to Default' }).click();
    await toggle('Tools');
    await toggle('Safety');
    await toggle('Output');
  });

  it('take the shape of an answer from an editor, whose wrong text is refused', async () => {
    await panel.getByRole('combobox', { name: 'Format' }).selectOption('application/json');
    await panel.getByRole('button', { name: 'Edit Response schema…' }).click();
    await stage.asked('window.showTextDocument');
    assert.deepEqual(JSON.parse(await stage.host.readPart()), {});
    const editor = panel.getByRole('button', { name: 'responseSchema.json' });
    await editor.waitFor();
    stage.host.editorTabs.setDirty(true);
    await panel.getByRole('button', { name: 'responseSchema.json, unsaved' }).waitFor();
    stage.host.deeds.splice(0);
    await editor.click();
    const [, { viewColumn }] = await stage.asked('window.showTextDocument');
    assert.equal(viewColumn, 2);
    await assert.rejects(stage.host.savePart('{"type": "TEXT"}'), /“type” can’t be “TEXT”/);
    assert.deepEqual(JSON.parse(await stage.host.readPart()), {});
    await stage.host.savePart(SCHEMA);
    stage.host.editorTabs.setDirty(false);
    await panel.getByText('Set', { exact: true }).waitFor();
    stage.host.editorTabs.closeAll();
    await editor.waitFor({ state: 'detached' });
    look(await stage.hideAndShow());
    await panel.getByText('Set', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Reset Response schema to Default' }).waitFor();
    await playground.send('Where is the tower?');
    await playground.ended('Complete');
    await playground.last
      .getByText(/"city"/)
      .first()
      .waitFor();
  });

  it('keep which groups are open and what was typed over a reload', async () => {
    await toggle('Images and speech');
    await expectSoon(
      async () => (await stage.kept()).settingsSections.length === 2,
      'The page never kept which groups are open.',
    );
    look(await stage.reload());
    await playground.ready();
    await panel.getByRole('textbox', { name: 'Speech language' }).waitFor();
    await head('Sampling').getByText('1 set').waitFor();
    assert.equal(await panel.getByRole('textbox', { name: 'Seed' }).isVisible(), false);

    await toggle('Sampling');
    await panel.getByRole('textbox', { name: 'Top-k' }).fill('7.5');
    await panel.getByText('Enter a whole number.').waitFor();
    const instruction = () => panel.getByRole('textbox', { name: 'System instruction' });
    await instruction().fill('Be brief.');
    look(await stage.hideAndShow());
    await playground.ready();
    await panel.getByText('Enter a whole number.').waitFor();
    assert.equal(await panel.getByRole('textbox', { name: 'Top-k' }).inputValue(), '7.5');
    assert.equal(await instruction().inputValue(), 'Be brief.');
    // The host has all but the one.
    await expectSoon(
      async () => (await stage.kept()).unsent.settings.edits.length === 1,
      'What is valid was never taken.',
    );
    look(await stage.reload());
    await playground.ready();
    await panel.getByText('Enter a whole number.').waitFor();
    assert.equal(await instruction().inputValue(), 'Be brief.');
    await instruction().fill('');
    await panel.getByRole('button', { name: 'Reset Top-k to Default' }).click();
    await expectSoon(
      async () => (await stage.kept()).unsent === undefined,
      'The host never had all settings.',
    );
    await toggle('Sampling');
  });

  it('are saved as a preset with what was just typed, and come back with it', async () => {
    const list = playground.frame.getByRole('button', { name: 'Presets…' });
    const instruction = panel.getByRole('textbox', { name: 'System instruction' });
    const { prompts } = stage.host;
    await instruction.fill('Be calm.');
    prompts.answer('Save Current Settings as Preset…', 'Calm', undefined);
    await list.click();
    await expectSoon(async () => prompts.unused === 0, 'The preset was never saved.');
    await panel.getByRole('button', { name: 'Reset All' }).click();
    await expectSoon(async () => (await instruction.inputValue()) === '', 'Nothing was reset.');
    prompts.answer('Calm');
    await list.click();
    await expectSoon(
      async () => (await instruction.inputValue()) === 'Be calm.',
      'The preset was never applied.',
    );
  });

  it('fill a narrow panel', async () => {
    await stage.page?.setViewportSize({ width: 284, height: 840 });
    await panel.getByRole('button', { name: 'Hide Settings' }).click();
    await playground.composer.waitFor();
  });
});
