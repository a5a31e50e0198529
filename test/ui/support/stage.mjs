import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser } from '../../harness/browser.mjs';
import { secretsIn } from '../../harness/canaries.mjs';
import { unwatch, watch } from '../../harness/failures.mjs';
import { OUT, ROOT } from '../../harness/paths.mjs';
import { provisionChromium } from '../../harness/provisionChromium.mjs';
import { BASE_SETTINGS } from '../../harness/vscodeServer.mjs';
import { startEmulator } from './emulator.mjs';
import { expectSoon } from './expectSoon.mjs';
import { Playground } from './playground.mjs';
import { dress, servePages, standIn } from './stagePages.mjs';

/** The editor area of a window of 1280 × 800 pixels, beside the side bar. */
const EDITOR = { width: 930, height: 740 };

/** The emulator answers at once: a story that watches how an answer comes asks for a slow one. */
const AT_ONCE = Object.freeze(['--latency', '0', '--rate', '0']);

/**
 * @typedef {object} StageOptions
 * @property {{ readonly [name: string]: unknown }} [settings] User settings, by their whole names.
 * @property {string} [theme] One of the preview's, `dark` by default.
 * @property {{ width: number, height: number }} [size] In CSS pixels; that of an editor by default.
 * @property {readonly string[]} [emulator] Options of the emulator; that it answers at once by default.
 * @property {(emulator: import('./emulator.mjs').RunningEmulator) => readonly object[]} [connections] Those of the
 *   user, each with its `key`; the first one is used. The emulator's alone by default.
 */

/**
 * Opens the pages of the playground in an ordinary browser, with the product's own host behind them and an emulator of
 * its own, but without VS Code: stories that need no editor and no tree take a tenth of the time here.
 * @param {StageOptions} [options]
 * @returns {Promise<StagePages>}
 */
export async function openStage({
  settings = {},
  theme = 'dark',
  size = EDITOR,
  emulator: flags = AT_ONCE,
  connections = () => [],
} = {}) {
  const [{ Stage }, emulator, browser] = await Promise.all([
    import(pathToFileURL(join(OUT, 'stage.mjs')).href),
    startEmulator(flags),
    provisionChromium().then((chromium) => openBrowser(chromium, { size })),
  ]);
  const pages = new StagePages(browser, emulator, theme);
  await watch(pages);
  await pages.begin(Stage, { ...BASE_SETTINGS, ...settings }, connections(emulator));
  return pages;
}

/** The tabs of a stage. */
export class StagePages {
  /** Of the pages, worst and oldest first, each with its level. @type {string[]} */
  consoleLines = [];
  /** @type {{ tab: any, page: import('playwright-core').Page, type: string }[]} */
  #tabs = [];
  #opened = 0;

  /**
   * @param {import('../../harness/browser.mjs').RunningBrowser} browser
   * @param {import('./emulator.mjs').RunningEmulator} emulator
   * @param {string} theme
   */
  constructor(browser, emulator, theme) {
    this.browser = browser;
    this.context = browser.context;
    /** The tab that was looked at last. @type {import('playwright-core').Page | undefined} */
    this.page = undefined;
    this.emulator = emulator;
    this.theme = theme;
  }

  /**
   * @param {any} Stage
   * @param {{ readonly [name: string]: unknown }} settings
   * @param {readonly object[]} connections
   */
  async begin(Stage, settings, connections) {
    this.server = await servePages((number) => this.#tabPage(number));
    const { origin } = this.server;
    const { baseUrl, apiKey, accessToken } = this.emulator;
    /** The product's host. @type {any} */
    this.host = await Stage.open({
      root: ROOT,
      settings,
      connections,
      emulator: { baseUrl, apiKey, accessToken, controlToken: '' },
      address: (/** @type {string} */ path) => `${origin}/${path.slice(ROOT.length)}`,
      opened: (/** @type {any} */ tab, /** @type {any} */ onPost) => this.#show(tab, onPost),
    });
  }

  /** Opens a playground with a new conversation. @returns {Promise<Playground>} */
  async openPlayground() {
    await this.host.openPlayground();
    const playground = await this.newest();
    await playground.ready();
    return playground;
  }

  /** Opens a prompt file in a playground. @param {string} path @returns {Promise<Playground>} */
  async openPrompt(path) {
    await this.host.openPrompt(path);
    const playground = await this.newest();
    await playground.ready();
    return playground;
  }

  /** Opens a comparison. @returns {Promise<Playground>} */
  async openComparison() {
    await this.host.openComparison();
    return await this.newest();
  }

  /**
   * Opens a page with tables.
   * @param {import('../../../src/platform/sheet.js').Sheet} sheet
   * @returns {Promise<import('../../../src/platform/sheet.js').OpenSheet>} Changes it.
   */
  async openSheet(sheet) {
    const opened = this.host.openSheet(sheet);
    await this.newest();
    await this.webviewFrame().locator('main').waitFor();
    return opened;
  }

  /**
   * Opens one of the conversations of this machine from their list.
   * @param {string} title
   * @returns {Promise<Playground>}
   */
  async openConversation(title) {
    this.host.prompts.answer(title);
    await this.host.openConversation();
    const playground = await this.newest();
    await playground.ready();
    return playground;
  }

  /**
   * Waits for a tab that something in a page opens.
   * @param {string} words Of its title.
   * @returns {Promise<Playground>}
   */
  async tab(words) {
    await expectSoon(
      async () => this.#tabs.some(({ tab }) => tab.title().includes(words)),
      `No tab is called ${words}.`,
    );
    return await this.newest();
  }

  /** The tab that was opened last. @returns {Promise<Playground>} */
  async newest() {
    // One may be opened while another one is still loaded.
    for (let shown; shown !== this.#shown;) await (shown = this.#shown);
    this.page = this.#tabs.at(-1)?.page;
    if (!this.page) throw new Error('No tab is open.');
    return new Playground(/** @type {any} */ (this));
  }

  /** @returns {number} How many tabs are open. */
  get count() {
    return this.#tabs.length;
  }

  /** Of the tab that is in front. */
  get keyboard() {
    return this.webviewFrame().keyboard;
  }

  /** What VS Code would be given to show in the newest tab. @returns {string} */
  get html() {
    return this.#tabs.at(-1)?.tab.html() ?? '';
  }

  /** Its user closes every tab. */
  async closeTabs() {
    const tabs = this.#tabs.splice(0);
    for (const { tab } of tabs) tab.close();
    await Promise.all(tabs.map(({ page }) => page.close()));
  }

  /** What a `Playground` looks into. */
  webviewFrame() {
    if (!this.page) throw new Error('No tab is open.');
    return this.page;
  }

  /** What the newest page keeps with `setState`. @returns {Promise<any>} */
  async kept() {
    return await this.page?.evaluate(() => /** @type {any} */ (globalThis).kept());
  }

  /** Reloads the window: the host ends, and gets each tab again with what its page had kept. */
  async reload() {
    const tabs = this.#tabs;
    this.#tabs = [];
    const kept = await Promise.all(
      tabs.map(async ({ type, page }) => ({
        type,
        state: await page.evaluate(() => /** @type {any} */ (globalThis).kept()),
      })),
    );
    this.#kept = kept.map(({ state }) => state);
    await Promise.all(tabs.map(({ page }) => page.close()));
    await this.host.reload(kept);
    return await this.newest();
  }

  /** Hides the newest tab behind another one, and shows it again: its page is gone in between. */
  async hideAndShow() {
    const { tab, page } = this.#tabs.at(-1) ?? {};
    const state = await page?.evaluate(() => /** @type {any} */ (globalThis).kept());
    tab.setVisible(false);
    await page?.goto('about:blank');
    this.#states.set(tab, state);
    tab.setVisible(true);
    await page?.goto(this.#address(tab));
    return await this.newest();
  }

  /**
   * Waits until VS Code was asked to do something.
   * @param {string} what Such as `env.clipboard.writeText`.
   * @returns {Promise<readonly any[]>} With what.
   */
  async asked(what) {
    /** @type {any} */
    let found;
    await expectSoon(async () => {
      found = this.host.deeds.findLast((/** @type {any} */ deed) => deed.what === what);
      return found !== undefined;
    }, `Nobody asked for ${what}.`);
    return found.args;
  }

  /**
   * Waits until a text is shown in an editor, for reading.
   * @param {string} words Of the text.
   */
  async shows(words) {
    await expectSoon(
      async () => this.host.documents.texts.at(-1)?.includes(words) === true,
      `No editor shows ${words}.`,
    );
  }

  /** @param {string} theme One of the preview's. */
  async paint(theme) {
    this.theme = theme;
    if (this.page) await dress(this.page, theme);
  }

  /** @throws {Error} When a secret was left in a page or its console. */
  async close() {
    unwatch(this);
    const shown = await Promise.all(this.#tabs.map(({ page }) => page.content()));
    const leaks = [this.consoleLines.join('\n'), ...shown].flatMap(secretsIn);
    await this.host.close();
    await this.browser.close();
    this.server?.close();
    await this.emulator.stop();
    if (leaks.length > 0) throw new Error(`Secrets were left:\n${leaks.join('\n')}`);
  }

  /** @type {Promise<unknown>} */
  #shown = Promise.resolve();
  /** What pages of a reloaded window had kept, in their order. @type {unknown[]} */
  #kept = [];
  /** What the page of a tab keeps, for when it is loaded anew. @type {Map<any, unknown>} */
  #states = new Map();
  /** @type {Map<any, number>} */
  #numbers = new Map();

  /** @param {any} tab */
  #address(tab) {
    return `${this.server?.origin}/tab/${this.#numbers.get(tab)}`;
  }

  /** @param {number} number @returns {import('./stagePages.mjs').TabPage} */
  #tabPage(number) {
    const [tab] = [...this.#numbers].find(([, at]) => at === number) ?? [];
    return { html: tab.html(), theme: this.theme, kept: this.#states.get(tab) };
  }

  /**
   * @param {any} tab
   * @param {(listener: (message: unknown) => void) => void} onPost
   */
  #show(tab, onPost) {
    this.#numbers.set(tab, (this.#opened += 1));
    const [state] = this.#kept.splice(0, 1);
    this.#shown = this.#shown.then(async () => {
      const page = await this.browser.context.newPage();
      page.on('console', (message) =>
        this.consoleLines.push(`${message.type()} ${message.text()}`),
      );
      page.on('pageerror', (error) => this.consoleLines.push(`uncaught ${error.stack}`));
      this.#states.set(tab, state);
      this.#tabs.push({ tab, page, type: tab.type });
      await page.exposeFunction('stageReceive', (/** @type {unknown} */ message) =>
        tab.receive(message),
      );
      await page.addInitScript(standIn);
      // In their order, and none before the page listens: it says so itself.
      let sent = Promise.resolve();
      onPost((message) => {
        sent = sent.then(() =>
          page
            .evaluate((text) => window.postMessage(text, window.origin), message)
            .catch(() => undefined),
        );
      });
      // A tab is there before what its page is made of was read.
      await expectSoon(async () => tab.html() !== '', 'The tab got no page.');
      await page.goto(this.#address(tab));
    });
  }
}
