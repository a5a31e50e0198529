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
  const field = () => columns().nth(1).getByRole('textbox', { name: 'Message text' });

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

  it('asks two models the same, shows both answers and their difference, and inserts one', async () => {
    await columns()
      .nth(1)
      .getByRole('button', { name: /^Model: Emulator/ })
      .first()
      .waitFor();
    const names = await frame()
      .getByRole('button', { name: /^Model: / })
      .allTextContents();
    assert.equal(new Set(names).size, 2, names.join());
    await composer().fill('Explain what a kite is in two sentences.');
    await composer().press('Enter');
    await ended(2);
    for (const index of [0, 1]) {
      const facts = await columns().nth(index).locator('.column-facts').textContent();
      assert.match(facts ?? '', /\d s · \d+ in, \d+ out|\d/);
    }

    await frame().getByRole('button', { name: 'Compare Responses' }).click();
    await expectSoon(
      async () => stage.host.documents.compared.length === 1,
      'Nothing was compared.',
    );
    const [{ left, right, title }] = stage.host.documents.compared;
    assert.match(title, /^Emulator [\w ]+ ↔ Emulator [\w ]+$/);
    for (const [index, { name, read }] of [left, right].entries()) {
      assert.match(name, /^Emulator .+\.md$/);
      const shown = await columns().nth(index).locator('.turn').last().textContent();
      const [first = ''] = read().split(/[.!?]/);
      assert.ok(first.length > 5 && shown?.includes(first), `${first} is not in ${shown}`);
    }

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

  it('adds a third model with settings of its own, and leads to the column where they are wrong', async () => {
    stage.host.prompts.answer('Emulator Tiny');
    await frame().getByRole('button', { name: 'Add Model' }).click();
    await expectSoon(async () => (await columns().count()) === 3, 'There is no third column.');
    const third = columns().nth(2);
    await third.getByRole('button', { name: 'Show Settings' }).click();
    await third.getByRole('textbox', { name: 'System instruction' }).fill('Answer in French.');
    await third.getByRole('button', { name: 'Hide Settings' }).first().click();
    await composer().fill('And a balloon?');
    await composer().press('Enter');
    await ended(4);

    const second = columns().nth(1);
    await second.getByRole('button', { name: 'Show Settings' }).click();
    const temperature = second.getByRole('textbox', { name: 'Temperature' });
    await temperature.fill('hot');
    await second.getByRole('button', { name: 'Hide Settings' }).first().click();
    await frame().getByRole('button', { name: 'Fix the settings first.' }).click();
    await expectSoon(
      () => temperature.evaluate((field) => field === document.activeElement),
      'The field that is wrong has no focus.',
    );
    await temperature.fill('');
    await second.getByRole('button', { name: 'Hide Settings' }).first().click();
  });

  it('is there again after the window was reloaded', async () => {
    await composer().fill('A draft');
    const [asked] = await columns().nth(1).locator('.turn').all();
    await asked?.hover();
    await asked?.getByRole('button', { name: 'Edit Message' }).click();
    await field().fill('A change that is not saved yet');
    const temperature = () => columns().nth(2).getByRole('textbox', { name: 'Temperature' });
    await columns().nth(2).getByRole('button', { name: 'Show Settings' }).click();
    await temperature().fill('hot');
    await stage.reload();
    await ended(4);
    assert.equal(await temperature().inputValue(), 'hot');
    assert.equal(await frame().getByRole('complementary', { name: 'Settings' }).count(), 1);
    await temperature().fill('');
    await columns().nth(2).getByRole('button', { name: 'Hide Settings' }).first().click();
    assert.equal(await columns().count(), 3);
    assert.equal(await composer().inputValue(), 'A draft');
    await field().waitFor();
    assert.equal(await field().inputValue(), 'A change that is not saved yet');
  });

  it('is one stop of the Tab key in each head, and moves the focus when a model goes', async () => {
    const head = columns().first().getByRole('toolbar');
    const has = (/** @type {import('playwright-core').Locator} */ element) =>
      expectSoon(
        () => element.evaluate((one) => one === document.activeElement),
        'The focus never came there.',
      );
    await head.getByRole('button', { name: /^Model: / }).focus();
    await stage.keyboard.press('ArrowRight');
    await has(head.getByRole('button', { name: 'Show Settings' }));
    await stage.keyboard.press('Tab');
    await expectSoon(
      () => head.evaluate((one) => !one.contains(document.activeElement)),
      'The focus is still in the head.',
    );
    await columns().first().getByRole('article').last().focus();
    await stage.keyboard.press('Shift+Tab');
    await has(head.getByRole('button', { name: 'Show Settings' }));

    await columns().nth(2).getByRole('button', { name: 'Remove This Model' }).click();
    await expectSoon(async () => (await columns().count()) === 2, 'There is still a third column.');
    await expectSoon(
      () =>
        columns()
          .nth(1)
          .evaluate((column) => column.contains(document.activeElement)),
      'The focus is not in the column beside it.',
    );
    assert.equal(await frame().getByRole('button', { name: 'Remove This Model' }).count(), 0);
  });
});
