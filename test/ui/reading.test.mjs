import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSoon } from './support/expectSoon.mjs';
import { openStage } from './support/stage.mjs';

const TIME = '2026-01-31T12:00:00.000Z';
const LONG = Array.from(
  { length: 40 },
  (_, at) => `Paragraph ${at + 1} of an answer that fills more than one window with its words.`,
).join('\n\n');
const LINES = Array.from({ length: 77 }, (_, at) => `Line ${at + 1} of a message`).join('\n');

/**
 * @param {string} id
 * @param {string} title
 * @param {readonly (readonly [string, string])[]} exchanges
 */
const conversation = (id, title, exchanges) => ({
  format: 1,
  id,
  revision: 1,
  title,
  createTime: TIME,
  updateTime: TIME,
  connection: 'emulator',
  model: 'models/emulator-flash',
  settings: {},
  turns: exchanges.flatMap(([asked, answered], at) => [
    { id: `u${at}`, role: 'user', content: { role: 'user', parts: [{ text: asked }] } },
    {
      id: `m${at}`,
      role: 'model',
      model: 'models/emulator-flash',
      version: 'v1beta',
      content: { role: 'model', parts: [{ text: answered }] },
      outcome: { verdict: 'complete', finishReason: 'STOP', durationMs: 900 },
    },
  ]),
});

describe('reading a conversation', () => {
  /** @type {import('./support/stage.mjs').StagePages} */
  let stage;
  /** @type {import('./support/playground.mjs').Playground} */
  let playground;

  before(async () => {
    stage = await openStage();
    const folder = join(stage.host.folder, 'conversations');
    await mkdir(folder, { recursive: true });
    for (const one of [
      conversation('c0ffee0000000011', 'A long answer', [
        ['Which kites?', 'Red ones.'],
        ['Tell me more', LONG],
        ['And shorter?', 'Kites fly.'],
      ]),
      conversation('c0ffee0000000013', 'Many lines', [[LINES, '']]),
      conversation('c0ffee0000000012', 'A short exchange', [['Which kites?', 'Red ones.']]),
    ]) {
      await writeFile(join(folder, `${one.id}.json`), `${JSON.stringify(one)}\n`);
    }
    playground = await stage.openConversation('A long answer');
    await playground.last.getByText('Kites fly.').waitFor();
  });
  after(() => stage.close());

  const scroller = () => playground.frame.getByRole('main');
  const jump = () => playground.frame.getByRole('button', { name: 'Jump to Latest' });
  /** The message that has the focus, as a screen reader calls it. */
  const focused = async () =>
    await playground.frame
      .locator(':focus')
      .evaluate((element) => element.getAttribute('aria-label') ?? element.tagName);

  /** @param {import('playwright-core').Locator} what */
  async function topOf(what) {
    const [box, frame] = [await what.boundingBox(), await scroller().boundingBox()];
    assert.ok(box && frame);
    return box.y - frame.y;
  }

  it('keeps who speaks in sight while a long answer scrolls by, and offers what can be done at its end', async () => {
    const long = playground.turns.nth(3);
    await long.getByText('Paragraph 20 of', { exact: false }).scrollIntoViewIfNeeded();
    await expectSoon(
      async () =>
        Math.abs(await topOf(long.getByRole('button', { name: 'Copy Message' }).first())) < 8,
      'The head of the answer is not at the top.',
    );
    await long.hover();
    const [copy] = await long.getByRole('button', { name: 'Copy Message' }).all();
    await copy?.click();
    await playground.status.getByText('Copied').waitFor();

    const actions = playground.turns.nth(3).getByRole('button', { name: 'Copy Message' });
    assert.equal(await actions.count(), 2);
    const end = playground.turns.nth(3).getByText('Paragraph 40 of', { exact: false });
    const [last, text] = [await actions.last().boundingBox(), await end.boundingBox()];
    assert.ok(last && text && last.y > text.y);
    await end.hover();
    assert.equal(await playground.last.getByRole('button', { name: 'Copy Message' }).count(), 1);
  });

  it('leads to a message, and stays there', async () => {
    await playground.turns.first().scrollIntoViewIfNeeded();
    await jump().waitFor();
    await jump().press('Enter');
    await jump().waitFor({ state: 'hidden' });
    await expectSoon(async () => (await focused()) === 'Message', 'The focus is nowhere.');
    await scroller().evaluate((element) => (element.scrollTop -= 400));
    await jump().waitFor();
    // A window in which all of it has room has no end to jump to.
    await stage.page?.setViewportSize({ width: 900, height: 6000 });
    await jump().waitFor({ state: 'hidden' });
    await stage.page?.setViewportSize({ width: 900, height: 700 });
  });

  it('goes from message to message with the arrow keys, into one with Tab, and out with Escape', async () => {
    const { keyboard } = stage;
    await playground.last.focus();
    assert.equal(await focused(), 'Emulator Flash, message 6 of 6');
    await keyboard.press('ArrowUp');
    assert.equal(await focused(), 'You, message 5 of 6');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    assert.equal(await focused(), 'Emulator Flash, message 6 of 6');
    await keyboard.press('Home');
    assert.equal(await focused(), 'You, message 1 of 6');
    assert.ok((await topOf(playground.turns.first())) >= 0);
    await keyboard.press('Tab');
    assert.equal(await focused(), 'Copy Message');
    // In a message the keys are its own.
    await keyboard.press('ArrowDown');
    assert.equal(await focused(), 'Copy Message');
    await keyboard.press('Escape');
    assert.equal(await focused(), 'You, message 1 of 6');
    await keyboard.press('Escape');
    assert.equal(await focused(), 'Message');
    // Tab leads back to the message that was left, and to no other one.
    const stops = playground.frame.locator('[role=article][tabindex="0"]');
    assert.equal(await stops.getAttribute('aria-label'), 'You, message 1 of 6');
    await stops.focus();
    await keyboard.press('End');
    assert.equal(await focused(), 'Emulator Flash, message 6 of 6');
  });

  describe('in a narrow panel', () => {
    before(async () => {
      playground = await stage.openConversation('Many lines');
      await playground.turns.last().waitFor();
    });

    it('shows whole lines of a long message, and that it goes on', async () => {
      const text = playground.turns.first().locator('.plain-text, .text').first();
      await playground.turns.first().getByRole('button', { name: 'Show all 77 lines' }).waitFor();
      const { lines, mask } = await text.evaluate((element) => {
        const { lineHeight, maskImage } = getComputedStyle(element);
        return { lines: element.clientHeight / Number.parseFloat(lineHeight), mask: maskImage };
      });
      assert.ok(Math.abs(lines - Math.round(lines)) < 0.1, `${lines} lines are shown.`);
      assert.match(mask, /gradient/);
    });
  });

  it('finds words with the keys of VS Code, counts the matches, and goes through them', async () => {
    const { frame } = (playground = await stage.openConversation('A long answer'));
    const field = frame.getByRole('textbox', { name: 'Find' });
    const press = (/** @type {string} */ key) => stage.keyboard.press(key);
    /** The text of the current match. */
    const current = () =>
      frame.locator('.app').evaluate(() => {
        const [range] = /** @type {any} */ (CSS.highlights.get('find-current') ?? []);
        if (!range) return '';
        const { data } = range.startContainer;
        return `${data.slice(range.startOffset, range.endOffset)} ${data}`;
      });
    await playground.last.getByText('Kites fly.').waitFor();
    await playground.composer.press('Control+f');
    await field.fill('PARAGRAPH 4');
    // The search starts at the visible messages.
    await frame.getByText('2 of 2', { exact: true }).waitFor();
    assert.match(await current(), /^Paragraph 4 Paragraph 40 of/);
    await press('Enter');
    await frame.getByText('1 of 2', { exact: true }).waitFor();
    assert.match(await current(), /^Paragraph 4 Paragraph 4 of/);
    await expectSoon(async () => {
      const box = await frame.getByText('Paragraph 4 of', { exact: false }).boundingBox();
      const view = await scroller().boundingBox();
      return !!box && !!view && box.y > view.y && box.y + box.height < view.y + view.height;
    }, 'The match isn’t visible.');
    await press('F3');
    await frame.getByText('2 of 2', { exact: true }).waitFor();
    await press('Shift+F3');
    await frame.getByText('1 of 2', { exact: true }).waitFor();
    await field.fill('Kites fly.');
    await frame.getByText('1 of 1', { exact: true }).waitFor();
    await field.fill('no such words');
    await frame.getByText('No results', { exact: true }).waitFor();
    await field.fill('which kites');
    await frame.getByText('1 of 1', { exact: true }).waitFor();
    await press('Escape');
    await field.waitFor({ state: 'detached' });
    assert.match(await focused(), /^You, message 1 of 6$/);
    assert.equal(await frame.locator('.app').evaluate(() => String(getSelection())), 'Which kites');
  });

  it('keeps an unsent message with its conversation, and leaves it to no other', async () => {
    const written = await stage.openConversation('A short exchange');
    await written.composer.fill('Half a message');
    await written.frame.getByRole('button', { name: 'New Conversation' }).click();
    await written.turns.first().waitFor({ state: 'detached' });
    await expectSoon(
      async () => (await written.composer.inputValue()) === '',
      'The message went to the new conversation.',
    );
    const again = await stage.openConversation('A short exchange');
    await expectSoon(
      async () => (await again.composer.inputValue()) === 'Half a message',
      'The message was lost.',
    );
  });
});
