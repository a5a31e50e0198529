import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { Playground, UNENDING } from './support/playground.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { listedModel } from './support/steps.mjs';

describe('the story by keyboard alone', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;
  /** @type {Playground} */
  let playground;

  before(async () => {
    workbench = await sharedWindow();
  });

  /** @param {string} key @param {number} [times] */
  async function press(key, times = 1) {
    for (let count = 0; count < times; count += 1) await workbench.page.keyboard.press(key);
  }

  /** The label of what has the focus inside the panel. */
  async function focused() {
    return await playground.frame
      .locator(':focus')
      .evaluate((element) => element.getAttribute('aria-label') ?? element.textContent ?? '');
  }

  async function focusTree() {
    const list = workbench.page.locator('.part.sidebar .monaco-list:focus');
    // A page to which a palette has given the focus back may take it once more, a moment later.
    await expectSoon(async () => {
      await press('Control+0');
      return await list.isVisible();
    }, 'The tree never had the focus.');
  }

  async function focusComposer() {
    await workbench.palette('Gemini API: Focus on Playground Input');
    await expectSoon(
      () => playground.composer.evaluate((field) => field === document.activeElement),
      'The composer never had the focus.',
    );
  }

  it('reaches the models, opens one, asks, stops, and comes to the last message', async () => {
    await workbench.palette('Gemini API: Focus on Resources View');
    await listedModel(workbench).waitFor();
    // VS Code's key for the side bar: the palette gives the focus back to where it was when it closes.
    await focusTree();
    const row = workbench.page.locator('.part.sidebar .monaco-list-row.focused');
    const isFocused = async (/** @type {string} */ label) =>
      (await row.getAttribute('aria-label'))?.startsWith(label) ?? false;
    await press('Home');
    await expectSoon(() => isFocused('Models'), 'The first row never had the focus.');
    // A tree that is drawn anew at this moment takes no key.
    await expectSoon(async () => {
      if (await isFocused('Models')) await press('ArrowDown');
      return await isFocused('Gemini');
    }, 'The second row never had the focus.');

    await press('Control+c');
    await press('Enter');
    let name = '';
    await expectSoon(async () => {
      name = String(await workbench.page.evaluate('navigator.clipboard.readText()'));
      return name.startsWith('models/gemini-');
    }, 'The name is not in the clipboard.');
    await workbench.page.locator('.editor-instance').getByText(name).first().waitFor();
    await workbench.palette('View: Close All Editors');

    await workbench.palette('Gemini API: Open Playground');
    playground = new Playground(workbench);
    await playground.ready();
    await focusComposer();
    await workbench.page.keyboard.type(`Tell me a story ${UNENDING}`);
    await press('Shift+Enter');
    await workbench.page.keyboard.type('in two lines');
    assert.equal(await playground.turns.count(), 0);
    await press('Enter');
    await playground.streaming();
    await press('Escape');
    await playground.ended('Stopped by you');
    assert.equal(await focused(), 'Message');

    await workbench.palette('Gemini API: Focus on Last Playground Message');
    await expectSoon(
      async () => /^Emulator .+, message 2 of 2/.test(await focused()),
      'The last message never had the focus.',
    );
  });
});
