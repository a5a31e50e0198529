import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { UNENDING } from './support/playground.mjs';
import { usePlayground } from './support/usePlayground.mjs';

describe('the focus in a playground', () => {
  const { stage, playground } = usePlayground({ emulator: [] }); // Answers that take a while.

  /** What has the focus, as a screen reader calls it. */
  const focused = async () =>
    await playground.frame
      .locator('body')
      .evaluate(({ ownerDocument: { activeElement } }) =>
        activeElement instanceof HTMLElement
          ? (activeElement.getAttribute('aria-label') ?? activeElement.tagName)
          : '',
      );

  /** @param {RegExp} label */
  async function focusComesTo(label) {
    await expectSoon(async () => label.test(await focused()), `Nothing like ${label} has it.`);
  }

  it('goes to the answer that comes, for Regenerate, Continue and Retry', async () => {
    await playground.send(`Tell me of kites ${UNENDING}`);
    await playground.streaming();
    await stage.keyboard.press('Escape');
    await playground.ended('Stopped by you');
    await playground.last
      .getByRole('button', { name: 'Regenerate Response' })
      .first()
      .press('Enter');
    await playground.streaming();
    await focusComesTo(/, message 2 of 2$/);
    await stage.keyboard.press('Escape');
    await playground.ended('Stopped by you');
    await focusComesTo(/^Message$/);

    const { last } = playground;
    for (const name of ['Continue', 'Retry']) {
      await last.getByRole('button', { name, exact: true }).press('Enter');
      await playground.streaming();
      await focusComesTo(/, message \d of \d$/);
      await stage.keyboard.press('Escape');
      await playground.ended('Stopped by you');
    }
    await playground.choose(
      last.getByRole('button', { name: 'More Actions…' }).first(),
      'Regenerate Response',
    );
    await playground.streaming();
    await focusComesTo(/, message \d of \d$/);
  });

  it('does not have to be anywhere for Escape to stop an answer', async () => {
    await playground.frame.locator('body').evaluate(({ ownerDocument: { activeElement } }) => {
      if (activeElement instanceof HTMLElement) activeElement.blur();
    });
    assert.equal(await focused(), 'BODY');
    await stage.keyboard.press('Escape');
    await playground.ended('Stopped by you');
  });

  it('goes to what stands in the place of a deleted message, which Ctrl+Z brings back', async () => {
    const { keyboard } = stage;
    const count = await playground.turns.count();
    await playground.composer.fill('');
    await playground.composer.pressSequentially('A draft');
    // VS Code gives what the page lets through to its own Undo.
    await playground.frame.locator('body').evaluate(() => {
      /** @type {string[]} */
      const seenKeys = [];
      Object.assign(window, { seenKeys });
      addEventListener('keydown', ({ key }) => seenKeys.push(key));
    });
    await playground.last.hover();
    await playground.choose(
      playground.last.getByRole('button', { name: 'More Actions…' }).first(),
      'Delete Message',
    );
    await playground.turns.nth(count - 1).waitFor({ state: 'detached' });
    await focusComesTo(new RegExp(`^You, message ${count - 1} of ${count - 1}$`));
    for (const redo of ['Control+y', 'Control+Shift+z']) {
      await keyboard.press('Control+z');
      await playground.turns.nth(count - 1).waitFor();
      await keyboard.press(redo);
      await playground.turns.nth(count - 1).waitFor({ state: 'detached' });
    }
    assert.equal(await playground.composer.inputValue(), 'A draft');
    const seen = await playground.frame
      .locator('body')
      .evaluate(() => Reflect.get(window, 'seenKeys'));
    assert.deepEqual(
      seen.filter((/** @type {string} */ key) => /^[zy]$/i.test(key)),
      [],
    );
  });
});
