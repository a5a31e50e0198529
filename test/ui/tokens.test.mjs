import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usePlayground } from './support/usePlayground.mjs';

/** What the meter shows once it has counted. */
const COUNTED = /^[\d,]+ \/ 1\.0M$/;

for (const mode of ['live', 'manual']) {
  describe(`the meter of tokens, ${mode}`, () => {
    const { playground } = usePlayground({
      settings: { 'generativeLanguage.playground.tokenMeter': mode },
    });

    /** @param {string | RegExp} name */
    const meter = (name) => playground.frame.getByRole('button', { name });

    if (mode === 'live') {
      it('counts while a message is written and after its answer, and says what it counts', async () => {
        await meter('0 / 1.0M').waitFor();
        await playground.composer.fill('How many tokens does this have?');
        await meter(/^[1-9]\d? \/ 1\.0M$/).waitFor();
        await playground.composer.press('Enter');
        await playground.ended('Complete');
        await meter(/^\d{2,4} \/ 1\.0M$/).waitFor();

        const title = await meter(COUNTED).getAttribute('title');
        assert.match(title ?? '', /^The next request has \d+ of the 1,048,576 tokens/);
      });
    } else {
      it('counts when it is clicked, and asks for that again after a change', async () => {
        await playground.composer.fill('How many tokens does this have?');
        await meter('Count tokens').click();
        await meter(COUNTED).waitFor();
        await playground.composer.fill('How many now?');
        await meter('Count tokens').waitFor();
      });
    }
  });
}

describe('the tokens of an answer', () => {
  const { stage, playground } = usePlayground();

  const counts = () => playground.last.getByRole('button', { name: /^[\d,]+ → [\d,]+ tokens/ });
  const card = () => playground.frame.getByRole('tooltip');

  it('are told by their parts under the mouse and by the keyboard, with what is estimated', async () => {
    await playground.send('How do kites fly?');
    await playground.ended('Complete');
    await counts().hover();
    const words = await card().innerText();
    assert.match(words, /^Prompt\s+\d+\s+Your message: text\s+\d+\s+Response\s+\d+\s+Total\s+\d+/);
    assert.match(words, /Token counts reported by the API\.$/);
    await playground.composer.hover();
    await card().waitFor({ state: 'detached' });
    await playground.send('And without wind?');
    await playground.ended('Complete');
    await playground.last.getByRole('button', { name: 'JSON' }).focus();
    await stage.keyboard.press('Shift+Tab');
    await card()
      .getByText(/^Your message: text$/)
      .waitFor();
    assert.match(await card().innerText(), /Your message: text\s+about \d+/);
    await stage.keyboard.press('Escape');
    await card().waitFor({ state: 'detached' });
    assert.ok(await counts().evaluate((button) => button === document.activeElement));
  });

  it('stay where a scroll is told that has moved nothing since, and go with what is scrolled away', async () => {
    const conversation = playground.frame.locator('.conversation');
    await counts().click();
    await card().waitFor();
    await conversation.dispatchEvent('scroll');
    assert.ok(await card().isVisible());
    await conversation.evaluate((one) => one.scrollBy(0, -20));
    await card().waitFor({ state: 'detached' });
  });
});

describe('what a conversation costs', () => {
  const TIME = '2026-01-31T12:00:00.000Z';
  const usage = { promptTokenCount: 100_000, candidatesTokenCount: 1000, totalTokenCount: 101_000 };
  /** @param {string} model @param {number} at */
  const exchange = (model, at) => [
    { id: `u${at}`, role: 'user', content: { role: 'user', parts: [{ text: 'How?' }] } },
    {
      id: `m${at}`,
      role: 'model',
      model: `models/${model}`,
      version: 'v1beta',
      answer: {},
      content: { role: 'model', parts: [{ text: 'So.' }] },
      outcome: { verdict: 'complete', finishReason: 'STOP', durationMs: 900, usage },
    },
  ];
  const { playground } = usePlayground({
    open: async (stage) => {
      const folder = join(stage.host.folder, 'conversations');
      const one = {
        format: 1,
        id: 'c0ffee0000000031',
        revision: 1,
        title: 'Costs',
        createTime: TIME,
        updateTime: TIME,
        settings: {},
        connection: 'emulator',
        model: 'models/emulator-flash',
        turns: ['gemini-3.5-flash', 'in-house'].flatMap(exchange),
      };
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${one.id}.json`), `${JSON.stringify(one)}\n`);
      await stage.openConversation('Costs');
    },
  });

  it('is shown at its title and at each response, and an emulated response adds nothing', async () => {
    const { frame } = playground;
    await frame
      .getByText(/^202,000 tokens, about \$0\.\d+, price unknown for 1 response$/)
      .waitFor();
    const counts = { name: /^100,000 → 1,000 tokens, about \$0\.\d+$/ };
    await frame.getByRole('button', counts).waitFor();
    await playground.ready();
    await playground.send('And with a tail?');
    await playground.ended('Complete');
    await frame
      .getByText(/^202,\d+ tokens, about \$0\.\d+, price unknown for 1 response$/)
      .waitFor();
    await playground.last.getByRole('button', { name: /^[\d,]+ → [\d,]+ tokens$/ }).waitFor();
  });
});
