import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { openStage } from './support/stage.mjs';

describe('comparing models', () => {
  /** @type {import('./support/stage.mjs').StagePages} */
  let stage;
  /** What the user writes in an editor beside it. @type {{ readonly text: string }} */
  let editor;

  before(async () => {
    stage = await openStage({ size: { width: 1090, height: 840 } });
    editor = stage.host.openEditor('What I wrote');
    await stage.openComparison();
  });
  after(() => stage.close());

  const frame = () => stage.webviewFrame();
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
    await stage.screenshot('compare-two');
  });

  it('shows two answers as a difference', async () => {
    await frame().getByRole('button', { name: 'Compare Answers' }).click();
    await expectSoon(
      async () => stage.host.documents.compared.length === 1,
      'Nothing was compared.',
    );
    const [{ left, right, title }] = stage.host.documents.compared;
    assert.match(title, /^emulator-\S+ ↔ emulator-\S+$/);
    for (const [index, { name, read }] of [left, right].entries()) {
      assert.match(name, /^emulator-.+\.md$/);
      const shown = await columns().nth(index).locator('.turn').last().textContent();
      const [first = ''] = read().split(/[.!?]/);
      assert.ok(first.length > 5 && shown?.includes(first), `${first} is not in ${shown}`);
    }
  });

  it('inserts an answer into the editor beside it', async () => {
    const answer = columns().nth(1).locator('.turn').last();
    const [first = ''] = ((await answer.locator('.turn-body').textContent()) ?? '').split(/[.!?]/);
    await answer.hover();
    await answer.getByRole('button', { name: 'Insert at Cursor' }).click();
    await expectSoon(
      async () => editor.text.replace(/\s/g, ' ').includes(first.trim()),
      'The answer is not in the editor.',
    );
    assert.ok(first.trim().length > 5, first);
    assert.doesNotMatch(editor.text, /What I wrote/);
  });

  it('adds a third model, with settings of its own', async () => {
    stage.host.prompts.answer('Emulator Tiny');
    await frame().getByRole('button', { name: 'Add Model' }).click();
    await expectSoon(async () => (await columns().count()) === 3, 'There is no third column.');
    const third = columns().nth(2);
    await third.getByRole('button', { name: 'Show Settings' }).click();
    await third.getByRole('textbox', { name: 'System instruction' }).fill('Answer in French.');
    await stage.screenshot('compare-settings');
    await third.getByRole('button', { name: 'Hide Settings' }).first().click();
    await composer().fill('And a balloon?');
    await composer().press('Enter');
    await ended(4);
    await stage.paint('light');
    await stage.screenshot('compare-three-light');
    await stage.paint('hc-dark');
    await stage.screenshot('compare-three-hc');
    await stage.paint('dark');
  });

  it('is there again after the window was reloaded', async () => {
    await composer().fill('A draft');
    const [asked] = await columns().nth(1).locator('.turn').all();
    await asked?.hover();
    await asked?.getByRole('button', { name: 'Edit Message' }).click();
    await field().fill('A change that is not saved yet');
    await stage.reload();
    await ended(4);
    assert.equal(await columns().count(), 3);
    assert.equal(await composer().inputValue(), 'A draft');
    await field().waitFor();
    assert.equal(await field().inputValue(), 'A change that is not saved yet');
    await stage.screenshot('compare-again');
  });
});
