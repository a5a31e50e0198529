import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawOnlyPictures, openBrowser, pictureOf } from './browser.mjs';
import { filesWithSecrets, secretsIn } from './canaries.mjs';
import { unwatch, watch } from './failures.mjs';
import { SHOTS } from './paths.mjs';
import { PATIENCE } from './progress.mjs';
import { provisionChromium } from './provisionChromium.mjs';
import { provisionServer } from './provisionServer.mjs';
import { linkSource } from './sourceLink.mjs';
import { SYSTEM_COLOURS, THEMES } from './theme.mjs';
import { NO_GALLERY, installExtension, startBareServer, startFullServer } from './vscodeServer.mjs';
import { workbenchAddress } from './vscode-in-browser.mjs';

/** How long the palette has to find a command at first, in ms. Each time that it has not, it gets twice as long. */
const MOMENT = 1_000;

/** How VS Code names what nobody handled in our extension, and rows that it has lost. */
const LOST = /^error \[generative-language\.generative-language\]|Cannot resolve tree item/;

/**
 * @typedef {object} WorkbenchOptions
 * @property {import('./theme.mjs').Theme} [theme] `dark` by default.
 * @property {{ width: number, height: number }} [size] In CSS pixels, 1280 × 800 by default.
 * @property {{ readonly [name: string]: unknown }} [settings] User settings of the window.
 * @property {string} [folder] The folder to open; an empty one by default.
 * @property {string} [extensionFrom] `source` (the default), or the path of a package to install.
 * @property {boolean} [isWhole] With all of VS Code's own extensions: it opens addresses at another time without them.
 * @property {string} [source] The folder that `source` stands for; the repository by default.
 * @property {import('playwright-core').BrowserContextOptions} [context] More for the browser, such as `reducedMotion`.
 */

/**
 * Opens a real VS Code with our extension in a headless browser, each time with clean data.
 * @param {WorkbenchOptions} [options]
 * @returns {Promise<Workbench>}
 */
export async function openWorkbench(options = {}) {
  const { theme = 'dark', extensionFrom = 'source' } = options;
  const [vscode, chromium] = [await provisionServer(), await provisionChromium()];
  const home = await mkdtemp(join(tmpdir(), 'vscode-ui-'));
  const folders = { home: join(home, 'data'), extensions: join(home, 'extensions') };
  const folder = options.folder ?? join(home, 'workspace');
  await Promise.all(
    [...Object.values(folders), folder].map((path) => mkdir(path, { recursive: true })),
  );
  const settings = { ...SYSTEM_COLOURS, ...options.settings };
  const isSource = extensionFrom === 'source';
  if (!isSource) {
    await installExtension(vscode, extensionFrom, folders);
  }
  const server = isSource
    ? await startBareServer(vscode, {
        ...folders,
        ...(options.isWhole !== true && { builtIn: join(home, 'built-in') }),
        settings,
      })
    : await startFullServer(vscode, {
        ...folders,
        settings,
        env: NO_GALLERY,
      });
  const address = workbenchAddress(server, {
    folder,
    ...(isSource ? { extension: options.source ?? (await linkSource()) } : {}),
    // Our own log with everything in it: it is searched for secrets at the end.
    log: 'generative-language.generative-language=trace',
  });
  const context = { ...THEMES[theme].media, ...options.context };
  const browser = await openBrowser(chromium, { ...options, context }).catch(async (error) => {
    await server.stop();
    throw error;
  });
  const page = await browser.context.newPage();
  await drawOnlyPictures(page);
  const workbench = new Workbench({
    home,
    folder,
    page,
    server,
    browser,
    theme: THEMES[theme],
  });
  await watch(workbench);
  try {
    await page.goto(address);
    await workbench.ready();
  } catch (error) {
    await pictureOf(page, { path: join(SHOTS, 'failed-to-open.png') });
    await workbench.close();
    throw error;
  }
  return workbench;
}

/** A window of VS Code, with what a user does in any of them. */
export class Workbench {
  /** Messages of the page's console, worst and oldest first, each with its level. @type {string[]} */
  consoleLines = [];

  /**
   * @param {{
   *   home: string,
   *   folder: string,
   *   page: import('playwright-core').Page,
   *   server: import('./vscodeServer.mjs').RunningServer,
   *   browser: import('./browser.mjs').RunningBrowser,
   *   theme: (typeof THEMES)[import('./theme.mjs').Theme],
   * }} parts
   */
  constructor({ home, folder, page, server, browser, theme }) {
    this.home = home;
    this.folder = folder;
    this.page = page;
    this.context = browser.context;
    this.server = server;
    this.browser = browser;
    this.theme = theme;
    page.on('console', (message) => this.consoleLines.push(`${message.type()} ${message.text()}`));
    page.on('pageerror', (error) =>
      this.consoleLines.push(`uncaught ${error.stack ?? error.message}`),
    );
  }

  /** Waits until the window can be used. */
  async ready() {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor();
    await this.page.locator('.monaco-workbench .part.activitybar .action-item').first().waitFor();
    await this.#inTheme();
  }

  /**
   * Runs a command by its title in the palette, as a user does. Whatever takes the focus a moment after something has
   * opened closes the palette, which is opened again then; and one that has come before the commands of an extension does
   * not show them as long as it is open.
   * @param {string} title As shown, with the category.
   */
  async palette(title) {
    const end = performance.now() + PATIENCE;
    let moment = MOMENT;
    for (let isChosen = false; !isChosen; moment *= 2) {
      isChosen = await this.#goTo(title, moment).catch(async (error) => {
        if (performance.now() > end) throw error;
        const isOpen = await this.page.locator('.quick-input-widget:visible').isVisible();
        if (isOpen) await this.page.keyboard.press('Escape');
        return false;
      });
    }
    await this.page.keyboard.press('Enter');
  }

  /**
   * Looks for a command in the palette, and goes to it with the arrow keys; others may stand above it.
   * @param {string} title
   * @param {number} timeout For each step, in ms.
   */
  async #goTo(title, timeout) {
    await this.page.keyboard.press('F1');
    const palette = this.page.locator('.quick-input-widget:visible');
    const box = palette.locator('input[type="text"]').first();
    await box.fill(`>${title}`, { timeout });
    const rows = palette.locator('.quick-input-list .monaco-list-row');
    const row = rows.filter({ has: this.page.getByText(title, { exact: true }) }).first();
    await row.waitFor({ timeout });
    while (!(await row.getAttribute('class', { timeout }))?.includes('focused')) {
      await this.page.keyboard.press('ArrowDown');
    }
    return true;
  }

  /**
   * Opens a view container from the activity bar.
   * @param {string} [title]
   * @returns {Promise<import('playwright-core').Locator>} The side bar.
   */
  async openView(title = 'Gemini API') {
    const tab = this.page.locator('.activitybar').getByRole('tab', { name: title });
    await tab.waitFor();
    if ((await tab.getAttribute('aria-expanded')) !== 'true') {
      await tab.click();
    }
    const sidebar = this.page.locator('.part.sidebar');
    await sidebar.locator('.composite.title').filter({ hasText: title }).waitFor();
    return sidebar;
  }

  /**
   * One of the views that begin in the panel area, shown or not.
   * @param {string} name
   * @returns {import('playwright-core').Locator}
   */
  panelView(name) {
    const title = this.page.locator('.pane-header .title').getByText(name, { exact: true });
    return this.page.locator('.part.panel .pane').filter({ has: title });
  }

  /**
   * Opens one of the views in the panel area from the palette, as a user does.
   * @param {string} name
   * @returns {Promise<import('playwright-core').Locator>}
   */
  async openPanelView(name) {
    await this.palette(`Gemini API: Focus on ${name} View`);
    await this.panelView(name).waitFor();
    return this.panelView(name);
  }

  /**
   * The document inside a panel's webview. VS Code wraps it in two frames.
   * @param {number} [index] Among the visible ones, from 0.
   * @returns {import('playwright-core').FrameLocator}
   */
  webviewFrame(index = 0) {
    return this.page
      .locator('iframe.webview.ready:visible')
      .nth(index)
      .contentFrame()
      .frameLocator('iframe#active-frame');
  }

  /**
   * Changes the colours of the system, which the window follows: what is open in it stays open.
   * @param {import('./theme.mjs').Theme} theme
   */
  async chooseTheme(theme) {
    this.theme = THEMES[theme];
    await this.page.emulateMedia(this.theme.media);
    await this.#inTheme();
  }

  async #inTheme() {
    await this.page.locator(`.monaco-workbench[class*="${this.theme.class}"]`).waitFor();
  }

  /** Reloads the window as a user does, so that it is saved first: the page and the extension host. */
  async reload() {
    const loaded = this.page.waitForEvent('load');
    await this.palette('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /**
   * Closes the window and ends VS Code.
   * @throws {Error} When something the window had started did not end with it, a secret was left, or nobody handled a rejection.
   */
  async close() {
    unwatch(this);
    const leaks = await this.#shownSecrets();
    await this.browser.close();
    const left = await this.server.stop();
    leaks.push(...secretsIn(this.server.log()), ...(await filesWithSecrets(this.home)));
    await rm(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    if (left.length > 0) {
      throw new Error(`Outlived its VS Code and had to be killed:\n${left.join('\n')}`);
    }
    if (leaks.length > 0) throw new Error(`Secrets were left:\n${leaks.join('\n')}`);
    const lost = this.consoleLines.filter((line) => LOST.test(line));
    if (lost.length > 0) throw new Error(`Nobody handled:\n${lost.join('\n')}`);
  }

  /**
   * In the console, and in the page with its webviews as they are at the end.
   * @returns {Promise<string[]>}
   */
  async #shownSecrets() {
    const shown = this.page.isClosed()
      ? []
      : // A frame may go while it is read.
        await Promise.all(this.page.frames().map((frame) => frame.content().catch(() => '')));
    return [this.consoleLines.join('\n'), this.page.url(), ...shown].flatMap(secretsIn);
  }
}
