import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { Playground, UNENDING } from './support/playground.mjs';
import { quickInput } from './support/prompts.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { modelRow } from './support/steps.mjs';

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

  /**
   * Opens a list of VS Code's from the palette, beside the panel: to a page VS Code gives the focus back a moment after
   * the palette has closed, and where it is slow a list that has opened meanwhile loses the focus by that, and closes.
   * @param {string} title
   */
  async function openList(title) {
    await focusTree();
    await workbench.palette(title);
  }

  async function focusComposer() {
    await workbench.palette('Generative Language: Focus Playground Composer');
    await expectSoon(
      () => playground.composer.evaluate((field) => field === document.activeElement),
      'The composer never had the focus.',
    );
  }

  it('reaches the models, opens one, asks, stops, and comes to the last message', async () => {
    await workbench.palette('Generative Language: Focus on Resources View');
    await modelRow(workbench, 'Emulator Flash').waitFor();
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
      return await isFocused('Emulator Flash');
    }, 'The second row never had the focus.');

    await press('Control+c');
    await press('Enter');
    await workbench.page.locator('.editor-instance').getByText('models/emulator-flash').waitFor();
    await expectSoon(
      async () =>
        (await workbench.page.evaluate('navigator.clipboard.readText()')) ===
        'models/emulator-flash',
      'The name is not in the clipboard.',
    );
    await workbench.palette('View: Close All Editors');

    await workbench.palette('Generative Language: Open Playground');
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

    await workbench.palette('Generative Language: Focus Last Playground Message');
    await expectSoon(
      async () => /^Emulator .+, message 2 of 2/.test(await focused()),
      'The last message never had the focus.',
    );
  });

  it('chooses what is asked for, and a model that can do it, from VS Code’s lists and from the panel’s', async () => {
    const mode = (/** @type {string} */ name) =>
      playground.frame.getByRole('button', { name: `Mode: ${name}. Choose another one.` });
    const list = quickInput(workbench);
    const chosen = list.locator('.monaco-list-row.focused');
    await openList('Generative Language: Choose Mode of Playground…');
    await list.getByText('With another model').first().waitFor();
    await workbench.screenshot('keyboard-modes');
    await workbench.page.keyboard.type('Embeddings');
    await chosen.filter({ hasText: 'Embeddings' }).waitFor();
    await press('Enter');
    await list.locator('.quick-input-title').getByText('Model', { exact: true }).waitFor();
    await chosen.filter({ hasText: 'Emulator Embedding' }).waitFor();
    await workbench.screenshot('keyboard-models');
    await press('Enter');
    await mode('Embeddings').waitFor();
    await openList('Generative Language: Choose Version of Playground…');
    await list.getByText('Embeddings is not available for this model in').waitFor();
    await workbench.screenshot('keyboard-versions');
    await press('Escape');

    const { frame } = playground;
    await frame.getByRole('button', { name: 'Mode: Embeddings. Choose another one.' }).focus();
    await press('Enter');
    await frame.getByRole('listbox', { name: 'Mode' }).waitFor();
    await workbench.page.keyboard.type('Chat');
    await press('Enter');
    await frame.getByRole('combobox', { name: 'Choose a model for: Chat' }).waitFor();
    await workbench.page.keyboard.type('lite');
    await workbench.screenshot('keyboard-menu');
    await press('Enter');
    await frame.getByRole('button', { name: 'Mode: Chat. Choose another one.' }).waitFor();
    await frame.getByRole('button', { name: /^Model: Emulator Flash Lite/ }).waitFor();
    assert.match(await focused(), /^Mode: Chat/);
  });
});
