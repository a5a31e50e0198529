import assert from 'node:assert/strict';
import { openWorkbench } from '../harness/workbench.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { tryEmulator } from './support/steps.mjs';
import { paint, SYSTEM_COLOURS } from './support/themes.mjs';

describe('comparing models', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await openWorkbench({
      settings: SYSTEM_COLOURS,
      context: { colorScheme: 'dark' },
      size: { width: 1440, height: 900 },
    });
    await tryEmulator(workbench);
    await workbench.palette('File: New Untitled Text File');
    await workbench.page.locator('.editor-instance .monaco-editor').first().waitFor();
    await workbench.palette('Generative Language: Compare Models');
  });
  after(() => workbench.close());

  const frame = () => workbench.webviewFrame(0);
  const columns = () => frame().locator('.column');
  const composer = () => frame().getByRole('textbox', { name: 'Message', exact: true });

  /** Where a message of the second column is changed. */
  const field = () => columns().nth(1).getByRole('textbox', { name: 'Text of the message' });

  /** Waits until every column has as many turns, and none streams. @param {number} turns */
  async function ended(turns) {
    await expectSoon(async () => {
      const counts = await columns().evaluateAll((all) =>
        all.map((column) => column.querySelectorAll('.turn').length),
      );
      const streaming = await frame().getByRole('button', { name: 'Stop (Escape)' }).count();
      return streaming === 0 && counts.length > 1 && counts.every((count) => count === turns);
    }, `Not every column has ${turns} turns.`);
  }

  it('asks two models the same, and shows both answers with what they took', async () => {
    await columns()
      .nth(1)
      .getByRole('button', { name: /^Emulator/ })
      .first()
      .waitFor();
    const names = await columns().locator('.column-model').allTextContents();
    assert.equal(new Set(names).size, 2, names.join());
    await composer().fill('Explain what a kite is in two sentences.');
    await composer().press('Enter');
    await ended(2);
    for (const index of [0, 1]) {
      const facts = await columns().nth(index).locator('.column-facts').textContent();
      assert.match(facts ?? '', /\d s · \d+ in, \d+ out|\d/);
    }
    await workbench.screenshot('compare-two');
  });

  it('shows two answers as a difference', async () => {
    await frame().getByRole('button', { name: 'Compare Answers' }).click();
    await workbench.page
      .locator('.editor-instance .diff-hidden-lines, .monaco-diff-editor')
      .first()
      .waitFor();
    await workbench.screenshot('compare-difference');
    await workbench.palette('View: Close Editor');
  });

  it('inserts an answer into the editor that the comparison hides', async () => {
    const answer = columns().nth(1).locator('.turn').last();
    const [first = ''] = ((await answer.locator('.turn-body').textContent()) ?? '').split(/[.!?]/);
    await answer.hover();
    await answer.getByRole('button', { name: 'Insert at Cursor' }).click();
    const editor = workbench.page.locator('.editor-instance .view-lines').first();
    await expectSoon(
      async () => ((await editor.textContent()) ?? '').replace(/\s/g, ' ').includes(first.trim()),
      'The answer is not in the editor.',
    );
    await workbench.screenshot('compare-inserted');
    await workbench.palette('View: Open Previous Editor in Group');
    await columns().nth(1).waitFor();
  });

  it('adds a third model, with settings of its own', async () => {
    await frame().getByRole('button', { name: 'Add Model' }).click();
    const list = workbench.page.locator('.quick-input-widget:visible');
    await list.getByRole('option').first().waitFor();
    await workbench.page.keyboard.press('Enter');
    await expectSoon(async () => (await columns().count()) === 3, 'There is no third column.');
    const third = columns().nth(2);
    await third.getByRole('button', { name: 'Show Settings' }).click();
    await third.getByRole('textbox', { name: 'System instruction' }).fill('Answer in French.');
    await workbench.screenshot('compare-settings');
    await third.getByRole('button', { name: 'Hide Settings' }).first().click();
    await composer().fill('And a balloon?');
    await composer().press('Enter');
    await ended(4);
    await paint(workbench, 'light');
    await workbench.screenshot('compare-three-light');
    await paint(workbench, 'hc-black');
    await workbench.screenshot('compare-three-hc');
    await paint(workbench, 'dark');
  });

  it('is there again after the window was reloaded', async () => {
    await composer().fill('A draft');
    const [asked] = await columns().nth(1).locator('.turn').all();
    await asked?.hover();
    await asked?.getByRole('button', { name: 'Edit Message' }).click();
    await field().fill('A change that is not saved yet');
    await workbench.reload();
    await ended(4);
    assert.equal(await columns().count(), 3);
    assert.equal(await composer().inputValue(), 'A draft');
    await field().waitFor();
    assert.equal(await field().inputValue(), 'A change that is not saved yet');
    await workbench.screenshot('compare-again');
  });
});
