import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { ROOT } from '../harness/paths.mjs';
import { installChecks } from './preview/checks.mjs';
import { findInThemes, settle, show } from './preview/pages.mjs';
import { usedColours } from './preview/recordThemes.mjs';
import { STATES } from './preview/states.mjs';
import { COLOURS } from './preview/themes.mjs';
import { WINDOWS } from './preview/preview.mjs';
import { openPreviewTab } from './support/previewTab.mjs';

/** Colours that VS Code has, and that none of these themes sets. */
const UNSET = ['list-hoverForeground'];
/** Colours of editors, which older versions of VS Code have instead of those of chats. */
const OF_EDITORS = ['editor-findMatchBackground', 'editor-findMatchHighlightBackground'];
/** Names of the checks that depend on the room; the others do on the colours. */
const OF_SIZE = ['overflowing', 'torn', 'overlapping', 'unnamed'];
/** How many states are one test. */
const TOGETHER = 15;
/**
 * The widest last, in which the colours are looked at. Of two windows of the same width the lower one leaves less room, so
 * that the other is left out.
 */
const windows = Object.entries(WINDOWS)
  .filter(([name]) => name !== '600')
  .sort(([, one], [, other]) => one.width - other.width);

describe('the preview', () => {
  /** @type {import('./support/previewTab.mjs').PreviewTab} */
  let preview;
  /** @type {import('playwright-core').Page} */
  let tab;
  /** Two, as a tab waits for about half of its time. @type {Awaited<ReturnType<typeof open>>[]} */
  let tabs;

  /** With the checks in it. @param {Pick<import('./support/previewTab.mjs').PreviewTab, 'tab' | 'problems'>} opened */
  async function open(opened) {
    await opened.tab.addInitScript(installChecks);
    // CSP violations are told as errors in the console.
    opened.tab.on('console', (message) => {
      if (message.type() === 'error') opened.problems.push(message.text());
    });
    return opened;
  }

  before(async () => {
    preview = await openPreviewTab();
    ({ tab } = preview);
    tabs = [await open(preview), await open(await preview.openAnother())];
  });
  after(() => preview.close());

  /** What is wrong with the room that there is now. @param {import('playwright-core').Page} page */
  const findings = (page) =>
    page.evaluate(
      (wanted) => wanted.flatMap((name) => /** @type {any} */ (globalThis).checks[name]()),
      OF_SIZE,
    );

  /**
   * What is wrong with a state, in every width and theme.
   * @param {(typeof tabs)[number]} where
   * @param {string} name
   */
  async function look({ tab: page, problems }, name) {
    problems.length = 0;
    const found = new Set();
    await show(page, preview.server.address, name, 'dark');
    for (const [size, { width, height }] of windows) {
      await page.setViewportSize({ width, height });
      await settle(page);
      for (const finding of await findings(page)) found.add(`${size}: ${finding}`);
    }
    for (const finding of await findInThemes(page, 'faint')) found.add(finding);
    // From here on the focus that a script gives is shown as that of the keyboard.
    // A menu stays open, which Tab would close.
    const hasMenu = (await page.locator('.menu').count()) > 0;
    await page.keyboard.press(hasMenu ? 'ArrowDown' : 'Tab');
    for (const finding of await findInThemes(page, 'ringless')) found.add(finding);
    return [...problems, ...found];
  }

  const states = Object.keys(STATES);
  for (let at = 0; at < states.length; at += TOGETHER) {
    const names = states.slice(at, at + TOGETHER);
    it(`has room in every width, and colours in every theme, for ${names.join(', ')}`, async () => {
      const left = [...names];
      const lookAtNext = async (/** @type {(typeof tabs)[number]} */ where) => {
        for (let name = left.shift(); name !== undefined; name = left.shift()) {
          assert.deepEqual(await look(where, name), [], name);
        }
      };
      await Promise.all(tabs.map(lookAtNext));
    });
  }

  for (const name of ['empty', 'no-connection']) {
    it(`begins at the heading of “${name}” in a window that is too small for it`, async () => {
      await tab.setViewportSize({ width: 400, height: 260 });
      await show(tab, preview.server.address, name, 'dark');
      await settle(tab);
      const heading = await tab.getByRole('heading').boundingBox();
      const area = await tab.locator('.conversation').boundingBox();
      assert.ok(heading && area && heading.y >= area.y, JSON.stringify({ heading, area }));
    });
  }

  it('has room for four columns, and shows their prompt once', async () => {
    // A window of 1,400 px with an open side bar.
    await tab.setViewportSize({ width: 1050, height: 700 });
    await show(tab, preview.server.address, 'compare-4', 'dark');
    await settle(tab);
    const columns = tab.locator('.columns');
    const wide = await columns.evaluate((one) => [one.scrollWidth, one.clientWidth]);
    assert.equal(wide[0], wide[1]);
    assert.equal(await columns.locator('.turn.user .turn-body').count(), 1);
    const others = await columns.locator('.repeated-prompt').allInnerTexts();
    assert.deepEqual([others.length, new Set(others).size], [3, 1]);
  });

  it('shows every component of the kit', () => {
    const all = globSync('src/webview/kit/*.tsx', { cwd: ROOT });
    assert.deepEqual(
      all.filter((file) => !preview.server.ofKit.includes(file)),
      [],
    );
  });

  it('knows every colour that a style sheet takes from VS Code', () => {
    const known = new Set([
      ...UNSET,
      ...OF_EDITORS,
      ...Object.values(COLOURS).flatMap(Object.keys),
    ]);
    assert.deepEqual(
      usedColours().filter((name) => !known.has(name)),
      [],
    );
  });
});
