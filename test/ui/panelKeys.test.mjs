import assert from 'node:assert/strict';
import { UNENDING } from './support/playground.mjs';
import { usePlayground } from './support/usePlayground.mjs';

describe('a playground by keyboard alone', () => {
  const { stage, playground } = usePlayground();

  /** @param {string} key */
  async function press(key) {
    await stage.page?.keyboard.press(key);
  }

  /** The label of what has the focus. */
  async function focused() {
    return await playground.frame
      .locator(':focus')
      .evaluate((element) => element.getAttribute('aria-label') ?? element.textContent ?? '');
  }

  it('leads back from the composer by what a new conversation begins with', async () => {
    await playground.composer.focus();
    await press('Shift+Tab');
    assert.match(await focused(), /^Explain what a token is/);
    await press('Shift+Tab');
    assert.equal(await focused(), 'Show Settings');
    await press('Shift+Tab');
    assert.match(await focused(), /^Model: /);
  });

  it('sends with Enter, breaks lines with Shift, stops with Escape, and sends nothing that is composed', async () => {
    await playground.composer.focus();
    await stage.page?.keyboard.type(`Tell me a story ${UNENDING}`);
    await press('Shift+Enter');
    await stage.page?.keyboard.type('in two lines');
    assert.equal(await playground.turns.count(), 0);
    await press('Enter');
    await playground.streaming();
    // In a list, the key is for the list.
    await playground.choose(/^API version/);
    await playground.row('v1').waitFor();
    await press('Escape');
    await playground.row('v1').waitFor({ state: 'detached' });
    assert.ok(await playground.stop.isVisible());
    await playground.composer.focus();
    await stage.page?.keyboard.type('And then?');
    await press('Enter');
    await playground.frame
      .getByText('Wait for the response to finish, or press Escape to stop it.')
      .and(playground.frame.locator('.composer-hint'))
      .waitFor();
    assert.equal(await playground.composer.inputValue(), 'And then?');
    await playground.composer.fill('');
    await press('Escape');
    await playground.frame.locator('.composer-hint').waitFor({ state: 'hidden' });
    await playground.ended('Stopped by you');
    assert.equal(await focused(), 'Message');

    const turns = await playground.turns.count();
    await playground.composer.fill('Half a wo');
    await playground.composer.evaluate((field) => {
      field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
      const key = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true };
      field.dispatchEvent(new KeyboardEvent('keydown', key));
      field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    });
    // What is sent leaves the composer at once.
    assert.equal(await playground.composer.inputValue(), 'Half a wo');
    assert.equal(await playground.turns.count(), turns);
    await playground.composer.fill('');
  });

  it('brings the last message back with the up arrow', async () => {
    await press('ArrowUp');
    assert.match(await playground.composer.inputValue(), /^Tell me a story/);
    await press('Control+a');
    await press('Delete');
  });

  it('leads from the composer to whatever is common in three tabs', async () => {
    await playground.composer.focus();
    const reached = async (/** @type {string} */ key) => {
      await press(key);
      return await focused();
    };
    assert.equal(await reached('Tab'), 'Attach Files…');
    assert.equal(await reached('Tab'), 'Send (Enter)');
    await playground.composer.focus();
    assert.match(await reached('Shift+Tab'), /, message 2 of 2$/);
    assert.equal(await reached('Shift+Tab'), 'Show Settings');
    assert.match(await reached('Shift+Tab'), /^Model: /);
    stage.host.addPieces([
      { uri: 'file:///a.ts', path: 'a.ts', language: 'typescript', text: 'let a = 1;' },
    ]);
    await playground.frame.getByRole('listitem', { name: /^a\.ts, / }).waitFor();
    await playground.composer.focus();
    assert.match(await reached('Tab'), /^a\.ts, /);
    assert.equal(await reached('Tab'), 'Attach Files…');
    assert.equal(await reached('Tab'), 'Send (Enter)');
    await playground.frame.getByRole('button', { name: 'Remove a.ts' }).click();
    await playground.composer.and(playground.frame.locator(':focus')).waitFor();
  });

  it('walks the panel in reading order', async () => {
    await playground.settings.focus();
    await press('Enter');
    await playground.frame.getByRole('textbox', { name: 'System instruction' }).waitFor();
    await playground.composer.focus();
    await playground.frame.getByRole('button', { name: /^Model: / }).focus();
    const tools = [
      /^Model: /,
      /^Mode: /,
      /^API version/,
      /^Connection: /,

      /^Cached Content…/,
      /^Presets…/,
      /^Get Code/,
      /^Open Conversation/,
      /^New Conversation/,
      /^Hide Settings/,
    ];
    for (const name of tools) {
      assert.match(await focused(), name);
      await press('ArrowRight');
    }
    // Around the end, and back.
    assert.match(await focused(), /^Model: /);
    await press('End');
    assert.match(await focused(), /^Hide Settings/);
    await press('Home');
    await press('ArrowRight');
    /** @type {string[]} */
    const reached = [];
    for (let step = 0; step < 60 && reached.at(-1) !== 'Message'; step += 1) {
      reached.push(await focused());
      await press('Tab');
    }
    // The toolbar is one stop, where the focus was last.
    assert.match(reached[0] ?? '', /^Mode: /);
    assert.ok(!reached.slice(1).some((name) => tools.some((tool) => tool.test(name))));
    assert.ok(
      reached.some((name) => /Copy Message/.test(name)),
      reached.join(' | '),
    );
    assert.ok(reached.includes('Message'), reached.join(' | '));
  });

  it('tells a screen reader what there is', async () => {
    const tree = await playground.frame.locator('body').ariaSnapshot();
    assert.match(tree, /article "You, message 1 of 2"/);
    assert.match(tree, /article "Emulator .+, message 2 of 2"/);
    assert.match(tree, /textbox "Message"/);
    assert.match(tree, /separator "Settings width"/);
    assert.equal(await playground.frame.getByRole('status').count(), 1);
    assert.equal(await playground.frame.locator('[aria-live]:not([role=status])').count(), 0);
    assert.equal(await playground.frame.getByRole('log').count(), 0);
  });
});
