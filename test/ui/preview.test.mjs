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
const TOGETHER = 8;
/** The widest last, in which the colours are looked at. */
const windows = Object.entries(WINDOWS).sort(([, one], [, other]) => one.width - other.width);

describe('the preview', () => {
  /** @type {import('./support/previewTab.mjs').PreviewTab} */
  let preview;
  /** @type {import('playwright-core').Page} */
  let tab;

  before(async () => {
    preview = await openPreviewTab();
    ({ tab } = preview);
    await tab.addInitScript(installChecks);
    // CSP violations are told as errors in the console.
    tab.on('console', (message) => {
      if (message.type() === 'error') preview.problems.push(message.text());
    });
  });
  after(() => preview.close());

  /** What is wrong with the room that there is now. @returns {Promise<readonly string[]>} */
  const findings = () =>
    tab.evaluate(
      (wanted) => wanted.flatMap((name) => /** @type {any} */ (globalThis).checks[name]()),
      OF_SIZE,
    );

  /** What is wrong with a state, in every width and theme. @param {string} name */
  async function look(name) {
    preview.problems.length = 0;
    const found = new Set();
    await show(tab, preview.server.address, name, 'dark');
    for (const [size, { width, height }] of windows) {
      await tab.setViewportSize({ width, height });
      await settle(tab);
      for (const finding of await findings()) found.add(`${size}: ${finding}`);
    }
    for (const finding of await findInThemes(tab, 'faint')) found.add(finding);
    // From here on the focus that a script gives is shown as that of the keyboard, and nothing as pointed at.
    await tab.mouse.move(0, 0);
    // A menu stays open, which Tab would close.
    const hasMenu = (await tab.locator('.menu').count()) > 0;
    await tab.keyboard.press(hasMenu ? 'ArrowDown' : 'Tab');
    for (const finding of await findInThemes(tab, 'ringless')) found.add(finding);
    return [...preview.problems, ...found];
  }

  const states = Object.keys(STATES);
  for (let at = 0; at < states.length; at += TOGETHER) {
    const names = states.slice(at, at + TOGETHER);
    it(`has room in every width, and colours in every theme, for ${names.join(', ')}`, async () => {
      for (const name of names) assert.deepEqual(await look(name), [], name);
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
