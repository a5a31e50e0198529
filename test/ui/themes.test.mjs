import assert from 'node:assert/strict';
import { THEMES } from '../harness/theme.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { paintedAt } from './support/painted.mjs';
import { Playground } from './support/playground.mjs';
import { sharedWindow } from './support/sharedWindow.mjs';
import { openPlayground } from './support/steps.mjs';

/** Every other story plays in the dark one. */
const OTHERS = /** @type {const} */ (['light', 'hc-black', 'hc-light']);

describe('the panels and views', () => {
  /** @type {import('../harness/workbench.mjs').Workbench} */
  let workbench;

  before(async () => {
    workbench = await sharedWindow();
  });

  it('take the colours of each theme while they are open', async () => {
    const playground = await openPlayground(workbench);
    await playground.send('Write a TypeScript function that groups a list by a key');
    await playground.ended('Complete');
    await workbench.openPanelView('Traffic');
    await inThemes('playground', async () => {
      await new Playground(workbench).last.getByRole('button', { name: 'Copy Code' }).waitFor();
    });
    await workbench.palette('View: Hide Panel');
    await workbench.palette('Gemini API: Audit Access…');
    await inThemes('audit', () => workbench.webviewFrame().locator('tbody tr').first().waitFor());
  });

  /**
   * Takes a picture in each theme, in which the background is as dark as the theme says.
   * @param {string} name
   * @param {() => Promise<void>} shown Waits until the panel is drawn.
   */
  async function inThemes(name, shown) {
    for (const theme of OTHERS) {
      await workbench.chooseTheme(theme);
      await shown();
      const colour = await workbench
        .webviewFrame()
        .locator('body')
        .evaluate((body) => getComputedStyle(body).getPropertyValue('--vscode-editor-background'));
      const red = parseInt(colour.trim().slice(1, 3), 16);
      assert.equal(red < 128, theme === 'hc-black', `${THEMES[theme].name}: ${colour}`);
      if (theme === 'hc-light') await isWhite(name);
    }
    await workbench.chooseTheme('dark');
  }

  /** What is painted, too: a page could keep the colours of the theme before. @param {string} name */
  async function isWhite(name) {
    const panel = workbench.page.locator('iframe.webview.ready:visible').first();
    await expectSoon(
      async () => (await paintedAt(workbench.page, panel)) === '255,255,255',
      `The panel was not painted white: ${name}.`,
    );
  }
});
