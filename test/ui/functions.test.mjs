import assert from 'node:assert/strict';
import { usePlayground } from './support/usePlayground.mjs';

describe('functions of the playground', () => {
  /** @type {import('playwright-core').Locator} */
  let area;

  const { stage, playground } = usePlayground();

  it('begin with a template, are called, take no empty result, and get the one that was typed', async () => {
    await playground.settings.click();
    const panel = playground.frame.getByRole('complementary', { name: 'Settings' });
    await panel.locator('summary').filter({ hasText: 'Tools' }).click();
    await panel.getByRole('button', { name: 'Create Functions from Template…' }).click();
    await playground.frame.getByRole('menuitem', { name: /^Look up data/ }).click();
    await stage.asked('window.showTextDocument');
    const [example] = JSON.parse(await stage.host.readPart());
    assert.equal(example.name, 'get_weather');
    await stage.hideAndShow();
    await playground.ready();
    await playground.frame.getByText('1 function', { exact: false }).first().waitFor();
    await playground.frame.getByRole('button', { name: 'Hide Settings' }).first().click();

    area = playground.frame.getByRole('region', {
      name: 'The model is waiting for the result of get_weather.',
    });
    await playground.send('What is the weather in Rome?');
    await area.waitFor();
    await playground.last.getByText('Function call').waitFor();
    await playground.composer.fill('Never mind');
    await playground.composer.press('Enter');
    assert.equal(await playground.turns.count(), 2);
    await playground.frame
      .getByText(/^The model is waiting for function results/)
      .first()
      .waitFor();
    await playground.composer.fill('');

    const field = area.getByRole('textbox', { name: 'Result of get_weather' });
    await field.fill('  ');
    await area.getByRole('button', { name: 'Send Result' }).click();
    await area.getByText(/^Enter the result/).waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    // One frame in one colour, and room below it.
    const [border, ring, gap] = await field.evaluate((area) => {
      const { borderColor, outlineColor } = getComputedStyle(area);
      const below = area.nextElementSibling?.getBoundingClientRect().top ?? 0;
      return [borderColor, outlineColor, below - area.getBoundingClientRect().bottom];
    });
    assert.equal(border, ring);
    assert.equal(gap, 4);
    assert.equal(await playground.turns.count(), 2);

    const keep = area.getByRole('checkbox', { name: /^Save as the result/ });
    await field.fill('{"degrees": 2');
    await keep.check();
    await stage.hideAndShow();
    await playground.ready();
    await area.waitFor();
    assert.equal(await field.inputValue(), '{"degrees": 2');
    assert.ok(await keep.isChecked());
    await keep.uncheck();

    await area.getByRole('textbox', { name: 'Result of get_weather' }).fill('{"degrees": 21}');
    await area.getByRole('checkbox', { name: 'Save as the result of get_weather' }).check();
    await area.getByRole('button', { name: 'Send Result' }).click();
    await playground.turns.nth(3).waitFor();
    await playground.ended('Complete');
    await playground.last
      .getByText(/"degrees": 21/)
      .first()
      .waitFor();
    await area.waitFor({ state: 'hidden' });
  });

  it('run a VS Code tool on a click, and later calls of it without one', async () => {
    await stage.openPlayground();
    stage.host.prompts.answer('get_tide');
    await playground.settings.click();
    const panel = playground.frame.getByRole('complementary', { name: 'Settings' });
    await panel.locator('summary').filter({ hasText: 'Tools' }).click();
    await panel.getByRole('button', { name: 'Select VS Code Tools…' }).click();
    await panel.getByText('get_tide').first().waitFor();
    await playground.frame.getByRole('button', { name: 'Hide Settings' }).first().click();
    area = playground.frame.getByRole('region', {
      name: 'The model is waiting for the result of get_tide.',
    });
    const runs = () =>
      stage.host.deeds.filter((/** @type {any} */ { what }) => what === 'lm.invokeTool').length;

    const buttons = ['Run get_tide', 'Run for This Conversation', undefined];
    for (const [round, name] of buttons.entries()) {
      await playground.send('How high is the tide? [[call:get_tide]]');
      if (name !== undefined) {
        await area.waitFor();
        assert.equal(runs(), round, 'It ran before it was allowed.');
        await area.getByRole('button', { name }).click();
      }
      await playground.turns.nth(4 * round + 3).waitFor();
      await playground.ended('Complete');
      await playground.last
        .getByText(/2\.5 meters/)
        .first()
        .waitFor();
      assert.equal(runs(), round + 1);
    }
  });
});
