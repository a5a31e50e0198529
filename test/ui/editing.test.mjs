import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSoon } from './support/expectSoon.mjs';
import { usePlayground } from './support/usePlayground.mjs';

const TIME = '2026-01-31T12:00:00.000Z';
const [CANDIDATES, LONG] = ['c0ffee0000000001', 'c0ffee0000000002'];

/**
 * @param {string} id
 * @param {string} text
 */
const user = (id, text) => ({ id, role: 'user', content: { role: 'user', parts: [{ text }] } });

/**
 * @param {string} id
 * @param {string} text
 */
const model = (id, text) => ({
  id,
  role: 'model',
  model: 'models/emulator-flash',
  version: 'v1beta',
  content: { role: 'model', parts: [{ text }] },
  outcome: { verdict: 'complete', finishReason: 'STOP', durationMs: 900 },
});

/**
 * @param {string} id
 * @param {string} title
 * @param {readonly object[]} turns
 */
const conversation = (id, title, turns) => ({
  format: 1,
  id,
  revision: 1,
  title,
  createTime: TIME,
  updateTime: TIME,
  connection: 'emulator',
  model: 'models/emulator-flash',
  settings: {},
  turns,
});

/** An answer with three candidates. */
function withCandidates() {
  const texts = ['Red kites fly.', 'Blue kites fly higher.', 'Green kites stay'];
  const reasons = ['STOP', 'STOP', 'MAX_TOKENS'];
  return {
    ...model('m1', texts[0] ?? ''),
    answer: { candidates: reasons.map((finishReason, index) => ({ finishReason, index })) },
    alternatives: texts.map((text) => ({ role: 'model', parts: [{ text }] })),
  };
}

describe('editing a conversation', () => {
  const { stage, playground } = usePlayground();

  /**
   * @param {import('playwright-core').Locator} turn
   * @param {readonly string[]} rows Of its menu, and of the list that follows.
   */
  async function menu(turn, ...rows) {
    await turn.hover();
    await playground.choose(turn.getByRole('button', { name: 'More Actions…' }), ...rows);
  }

  it('changes a message and asks again, and the words of an answer, and gives up with Escape', async () => {
    await playground.send('How do kites fly?');
    await playground.ended('Complete');
    const first = playground.turns.first();
    await first.hover();
    await first.getByRole('button', { name: 'Edit Message' }).click();
    const field = first.getByRole('textbox', { name: 'Message text' });
    assert.equal(await field.inputValue(), 'How do kites fly?');
    await field.fill('How do paper kites fly?');
    await first.getByRole('button', { name: 'Save and Regenerate' }).click();
    await field.waitFor({ state: 'detached' });
    await playground.ended('Complete');
    assert.equal(await playground.turns.count(), 2);
    await first.getByText('How do paper kites fly?').waitFor();
    await playground.frame.getByText('Message edited and sent again.').first().waitFor();

    // The earlier message and its response are a branch, and the keyboard switches to and fro.
    const switcher = first.getByRole('group', { name: 'Branch 2 of 2' });
    await switcher.getByText('2/2').waitFor();
    await switcher.getByRole('button', { name: 'Previous Branch' }).press('Enter');
    await first.getByText('How do kites fly?').waitFor();
    await playground.frame.getByText('Showing branch 1 of 2.').first().waitFor();
    assert.equal(await playground.turns.count(), 2);
    assert.equal(await first.locator(':focus').getAttribute('aria-label'), 'Previous Branch');
    await first.getByRole('button', { name: 'Next Branch' }).press('Enter');
    await first.getByText('How do paper kites fly?').waitFor();

    const answer = playground.turns.nth(1);
    await answer.hover();
    await answer.getByRole('button', { name: 'Edit Message' }).click();
    const words = answer.getByRole('textbox', { name: 'Message text' });
    await words.press('Escape');
    await words.waitFor({ state: 'detached' });
    await answer.getByRole('button', { name: 'Edit Message' }).press('Enter');
    await words.fill('They fly **well**.');
    await words.press('ControlOrMeta+Enter');
    await answer.getByText('Edited by you').waitFor();
    await answer.getByText('well', { exact: true }).waitFor();
  });

  /** Hides the panel for a moment, which takes its page away. */
  async function hideAndShow() {
    await stage.hideAndShow();
    await playground.ready();
    await playground.turns.first().waitFor();
  }

  it('keeps what is being written while the panel is hidden, and over a reload', async () => {
    const field = () => playground.turns.first().getByRole('textbox', { name: 'Message text' });
    await playground.turns.first().hover();
    await playground.turns.first().getByRole('button', { name: 'Edit Message' }).click();
    await field().fill('How do paper kites fly without');
    await hideAndShow();
    await field().waitFor();
    assert.equal(await field().inputValue(), 'How do paper kites fly without');
    await field().press('End');
    await field().pressSequentially(' any wind?');
    await stage.reload();
    await playground.ready();
    await field().waitFor();
    assert.equal(await field().inputValue(), 'How do paper kites fly without any wind?');
    // What was written is not given up at once.
    await field().press('Escape');
    await playground.frame.getByText('Press Escape again to discard them.').first().waitFor();
    assert.equal(await field().inputValue(), 'How do paper kites fly without any wind?');
    await field().press('Escape');
    await field().waitFor({ state: 'detached' });
    await hideAndShow();
    assert.equal(await field().count(), 0);
    await playground.turns.first().getByText('How do paper kites fly?').waitFor();
  });

  it('writes a message of the model between others, deletes one, and goes back several steps', async () => {
    await menu(playground.turns.first(), 'Insert Message After', 'The model');
    const field = playground.frame.getByRole('textbox', { name: 'New model message' });
    const insert = playground.frame.getByRole('button', { name: 'Insert', exact: true });
    const missing = playground.turns.first().getByText('Enter some text.');
    await insert.waitFor();
    assert.equal(await missing.count(), 0);
    await insert.click();
    await missing.waitFor();
    await field.fill('A word before that.');
    await insert.click();
    await playground.turns.nth(2).waitFor();
    await playground.turns
      .nth(1)
      .getByText(/A word before that/)
      .first()
      .waitFor();

    await menu(playground.turns.nth(1), 'Delete Message');
    await playground.turns.nth(2).waitFor({ state: 'detached' });
    const notice = playground.frame.locator('.undo-notice');
    await notice.getByText('1 message deleted.').waitFor();
    await notice.getByRole('button', { name: 'Undo' }).click();
    await playground.turns.nth(2).waitFor();
    await notice.getByText('Undone: 1 message deleted.', { exact: true }).waitFor();
    await notice.getByRole('button', { name: 'Redo' }).click();
    await playground.turns.nth(2).waitFor({ state: 'detached' });
    await notice.getByText('1 message deleted.', { exact: true }).waitFor();

    const { keyboard } = stage;
    await playground.turns.first().focus();
    await keyboard.press('ControlOrMeta+z');
    await playground.turns.nth(2).waitFor();
    await keyboard.press('ControlOrMeta+z');
    await playground.turns.nth(2).waitFor({ state: 'detached' });
    await notice.getByRole('button', { name: 'Redo' }).waitFor();
    await keyboard.press('ControlOrMeta+Shift+z');
    await playground.turns.nth(2).waitFor();
    await keyboard.press('ControlOrMeta+Shift+z');
    await playground.turns.nth(2).waitFor({ state: 'detached' });
  });

  describe('that was kept', () => {
    before(async () => {
      const folder = join(stage.host.folder, 'conversations');
      await mkdir(folder, { recursive: true });
      const many = Array.from({ length: 200 }, (_, at) => [
        user(`u${at}`, `Question ${at}`),
        model(
          `a${at}`,
          `Answer **${at}** with a list:\n\n- one\n- two\n\nAnd a sentence at its end.`,
        ),
      ]);
      const kept = [
        conversation(CANDIDATES, 'Kites of three colours', [
          user('u1', 'Which kites?'),
          withCandidates(),
        ]),
        conversation(LONG, 'Four hundred messages', many.flat()),
      ];
      for (const one of kept) {
        await writeFile(join(folder, `${one.id}.json`), `${JSON.stringify(one)}\n`);
      }
    });

    /** @param {string} title */
    async function open(title) {
      await stage.openConversation(title);
      await playground.turns.first().waitFor();
    }

    it('shows the end of four hundred messages at once, and the others as they are seen', async () => {
      await open('Four hundred messages');
      await playground.last.getByText('And a sentence at its end.').waitFor();
      assert.equal(await playground.turns.count(), 400);
      const scroller = playground.frame.getByRole('main');
      await scroller.evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
      await expectSoon(async () => {
        return await scroller.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          const seen = [...element.querySelectorAll('.turn')].filter((turn) => {
            const box = turn.getBoundingClientRect();
            return box.top > top && box.bottom < bottom;
          });
          const words = /Question \d|with a list/;
          return seen.length > 1 && seen.every((turn) => words.test(turn.textContent));
        });
      }, 'Nothing was shown in the middle.');
      // All of them can be found by their text.
      await playground.turns
        .nth(1)
        .getByText('And a sentence at its end.')
        .waitFor({ state: 'attached' });
    });

    it('shows only what changed anew', async () => {
      const edited = playground.turns.nth(390);
      await playground.frame.locator('body').evaluate((body) => {
        const changed = new Set();
        Object.assign(window, { changedTurns: changed });
        new MutationObserver((records) => {
          for (const { target } of records) {
            const of = target instanceof Element ? target : target.parentElement;
            changed.add(of?.closest('.turn-body')?.closest('.turn')?.getAttribute('data-turn'));
          }
        }).observe(body, { childList: true, characterData: true, subtree: true });
      });
      await edited.scrollIntoViewIfNeeded();
      await edited.hover();
      await edited.getByRole('button', { name: 'Edit Message' }).click();
      const field = edited.getByRole('textbox', { name: 'Message text' });
      await field.fill('Another question');
      await field.press('ControlOrMeta+Enter');
      await edited.getByText('Another question').waitFor();
      const changed = await playground.frame.locator('body').evaluate(() => {
        const { changedTurns } = /** @type {{ changedTurns: Set<string | null | undefined> }} */ (
          /** @type {unknown} */ (window)
        );
        return [...changedTurns].filter(Boolean);
      });
      assert.deepEqual(changed, ['u195']);
    });

    it('is read on from the same place after a reload of the window', async () => {
      /** The first message that begins within what is seen, and how far below its top. */
      const firstSeen = async () =>
        await playground.frame.getByRole('main').evaluate((element) => {
          const { top } = element.getBoundingClientRect();
          const first = [...element.querySelectorAll('.turn')].find(
            (turn) => turn.getBoundingClientRect().top >= top,
          );
          const offset = (first?.getBoundingClientRect().top ?? 0) - top;
          return { turn: first?.getAttribute('data-turn') ?? '', offset: Math.round(offset) };
        });
      await playground.turns.nth(140).scrollIntoViewIfNeeded();
      await playground.turns.nth(140).getByText('Question 70').waitFor();
      const before = await firstSeen();
      // The page is taken away untold, and keeps its place a moment after it was scrolled.
      await expectSoon(async () => {
        const { place } = await stage.kept();
        return await playground.frame.getByRole('main').evaluate((element, { turn, offset }) => {
          const kept = element.querySelector(`[data-turn="${turn}"]`)?.getBoundingClientRect();
          return (
            kept !== undefined &&
            Math.round(element.getBoundingClientRect().top - kept.top) === offset
          );
        }, place);
      }, 'The page never kept its place.');
      await stage.reload();
      await playground.ready();
      await expectSoon(async () => {
        const { turn, offset } = await firstSeen();
        return turn === before.turn && Math.abs(offset - before.offset) <= 2;
      }, `It is not read on at ${before.turn}.`);
      // It stays there while the rest is laid out.
      await playground.turns
        .nth(1)
        .getByText('And a sentence at its end.')
        .waitFor({ state: 'attached' });
      assert.equal((await firstSeen()).turn, before.turn);
    });
  });
});
