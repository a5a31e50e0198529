import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { usePlayground } from './support/usePlayground.mjs';

const HEIGHT = 740;

describe('the lists beside the buttons of a playground', () => {
  const { stage, playground } = usePlayground();

  const button = (/** @type {string | RegExp} */ name) =>
    playground.frame.getByRole('button', { name });
  const model = () => button(/^Model: /);
  const mode = () => button(/^Mode: /);
  const menu = () => playground.frame.locator('.menu');
  const active = () => playground.frame.locator('.menu-row.active');
  const search = () => playground.frame.getByRole('combobox');

  /** @param {readonly string[]} keys */
  async function press(...keys) {
    for (const key of keys) await stage.keyboard.press(key);
  }

  /** @param {string} label */
  async function reaches(label) {
    await active()
      .filter({ has: playground.frame.getByText(label, { exact: true }) })
      .waitFor();
  }

  async function closed() {
    await menu().waitFor({ state: 'detached' });
  }

  /** @param {import('playwright-core').Locator} element */
  async function hasFocus(element) {
    await expectSoon(
      () => element.evaluate((one) => one === document.activeElement),
      'The focus never came there.',
    );
  }

  /** @param {number} width */
  async function resize(width, height = HEIGHT) {
    await stage.page?.setViewportSize({ width, height });
  }

  it('show the models with what is used now, and take a name that is not among them', async () => {
    await model().click();
    const current = playground.row('Emulator Flash');
    await current.waitFor();
    assert.equal(await current.getAttribute('aria-selected'), 'true');
    await reaches('Emulator Flash');
    await hasFocus(search());
    assert.deepEqual(await playground.frame.locator('.menu-details > p').allTextContents(), [
      'models/emulator-flash',
      'Tokens: 1.0M in · 8k out',
      'Methods: generateContent, countTokens, createCachedContent, batchGenerateContent, bidiGenerateContent',
    ]);
    for (const name of ['Tuned models', 'For other tasks']) {
      await playground.frame.getByRole('group', { name }).waitFor();
    }
    const [box, anchor] = await Promise.all([menu().boundingBox(), model().boundingBox()]);
    assert.equal(box?.x, anchor?.x);
    assert.equal(box?.y, (anchor?.y ?? 0) + (anchor?.height ?? 0) + 2);
    assert.equal(await model().getAttribute('aria-expanded'), 'true');
    await press('Escape');
    await closed();
    assert.equal(await model().getAttribute('aria-expanded'), 'false');

    await model().click();
    await search().fill('models/no-such-model');
    await reaches('Use “models/no-such-model”');
    await press('Enter');
    await button(/^Model: no-such-model\./).waitFor();
    await playground.choose(/^Model: /, 'Emulator Flash');
    await button(/^Model: Emulator Flash\./).waitFor();
  });

  it('are walked with arrows, Home and End, find what is typed, and close with Tab', async () => {
    await model().focus();
    await press('Enter');
    await reaches('Emulator Flash');
    await press('ArrowDown');
    await reaches('Emulator Pro');
    await press('ArrowUp', 'ArrowUp');
    const last = await active().textContent();
    await press('Home', 'End');
    assert.equal(await active().textContent(), last);
    assert.ok(await active().evaluate((row) => row.getBoundingClientRect().height > 0));
    await press('ArrowDown');
    await reaches('Emulator Flash');
    await press('Escape');
    await closed();
    await hasFocus(model());
    assert.match((await model().getAttribute('aria-label')) ?? '', /^Model: Emulator Flash\./);

    await model().click();
    await search().waitFor();
    await stage.keyboard.type('lite');
    await reaches('Emulator Flash Lite');
    await search().fill('embedContent');
    await reaches('Emulator Embedding');
    assert.equal(await playground.row('Emulator Flash').count(), 0);
    await search().fill('flash');
    await reaches('Emulator Flash');
    await press('ArrowDown', 'Enter');
    await closed();
    await button(/^Model: Emulator Flash (Lite|Tuning)\./).waitFor();
    await hasFocus(model());
    await playground.choose(/^Model: /, 'Emulator Flash');
    await button(/^Model: Emulator Flash\./).waitFor();

    await mode().click();
    await reaches('Chat');
    await press('Tab');
    await closed();
    // What comes behind the toolbar.
    const [past, other] = await playground.frame.locator('body').evaluate((body) => {
      const now = document.activeElement;
      return [now !== body, now?.closest('[role=toolbar]') === null];
    });
    assert.deepEqual([past, other], [true, true]);
    await mode().click();
    await reaches('Chat');
    await playground.composer.click();
    await closed();
    await hasFocus(playground.composer);
    await mode().click();
    await reaches('Chat');
    await mode().click();
    await closed();
    await hasFocus(mode());
    await mode().click();
    await reaches('Chat');
    await playground.composer.hover();
    await stage.page?.mouse.wheel(0, 40);
    await closed();
  });

  it('show what can be done with a message, where there is room for it', async () => {
    await playground.send('Hello');
    await playground.ended('Complete');
    const turn = playground.last;
    await turn.hover();
    const opener = turn.getByRole('button', { name: 'More Actions…' }).first();
    await opener.click();
    await playground.frame.getByRole('menu', { name: 'Response' }).waitFor();
    await reaches('Edit Message');
    await stage.keyboard.type('copy');
    await reaches('Copy Response JSON');
    await press('Home');
    await stage.keyboard.type('r');
    await reaches('Regenerate Response');
    await press('ArrowDown', 'ArrowRight');
    await playground.row('Emulator Pro').waitFor();
    await press('Escape');
    await reaches('Regenerate with Another Model');
    await press('Enter');
    await hasFocus(search());
    await press('ArrowLeft');
    await reaches('Regenerate with Another Model');
    await press('ArrowRight');
    await playground.row('Emulator Pro').waitFor();
    const [box, anchor] = await Promise.all([menu().boundingBox(), opener.boundingBox()]);
    assert.ok(box && anchor && box.y >= 4 && box.y + box.height <= HEIGHT - 4, JSON.stringify(box));
    await press('Escape', 'Escape');
    await closed();
    await hasFocus(opener);
  });

  it('keep the name of the model in a narrow panel, and have the rest behind one button', async () => {
    const version = button(/^API version/);
    await resize(292);
    await version.waitFor({ state: 'hidden' });
    const label = model().locator('.label');
    assert.ok(await label.evaluate((words) => words.scrollWidth <= words.clientWidth));
    for (const name of [/^Mode: /, /^New Conversation$/, /^Show Settings$/]) {
      assert.ok(await button(name).isVisible(), String(name));
    }
    const toolbar = playground.frame.getByRole('toolbar');
    assert.ok(await toolbar.evaluate((row) => row.scrollWidth <= row.clientWidth));
    const more = playground.frame.getByRole('button', { name: 'More', exact: true });
    await more.focus();
    await press('Enter');
    await reaches('API Version');
    for (const name of ['Connection', 'Get Code…', 'Open Conversation…']) {
      await playground.row(name).waitFor();
    }
    await press('Enter');
    await playground.row('v1beta').waitFor();
    await press('Escape');
    await hasFocus(more);
    // A name that has no room is cut off, and pushes nothing out.
    await model().click();
    await search().fill('a-model-with-a-name-that-is-wider-than-the-panel');
    await press('Enter');
    await button(/^Model: a-model-with/).waitFor();
    assert.ok(await button(/^Show Settings$/).isVisible());
    assert.ok(await toolbar.evaluate((row) => row.scrollWidth <= row.clientWidth));
    await playground.choose(/^Model: /, 'Emulator Flash');
    await button(/^Model: Emulator Flash\./).waitFor();
    await resize(1200);
    await version.waitFor();
    await more.waitFor({ state: 'hidden' });
  });
});
