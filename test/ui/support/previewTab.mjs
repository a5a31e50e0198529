import { drawOnlyPictures, openBrowser } from '../../harness/browser.mjs';
import { unwatch, watch } from '../../harness/failures.mjs';
import { provisionChromium } from '../../harness/provisionChromium.mjs';
import { servePreview } from '../preview/pages.mjs';

/**
 * A browser tab for the states of the preview.
 * @typedef {object} PreviewTab
 * @property {import('playwright-core').Page} tab
 * @property {Awaited<ReturnType<typeof servePreview>>} server
 * @property {string[]} problems Errors of the page by itself.
 * @property {() => Promise<Pick<PreviewTab, 'tab' | 'problems'>>} openAnother
 * @property {() => Promise<void>} close
 */

/**
 * @param {Parameters<typeof openBrowser>[1]} [options]
 * @returns {Promise<PreviewTab>}
 */
export async function openPreviewTab(options) {
  const [server, browser] = await Promise.all([
    servePreview(),
    provisionChromium().then((chromium) => openBrowser(chromium, options)),
  ]);
  const openTab = async () => {
    const page = await browser.context.newPage();
    await drawOnlyPictures(page);
    /** @type {string[]} */
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error.stack)));
    return { tab: page, problems: errors };
  };
  const { tab, problems } = await openTab();
  /** For a failed test. @type {any} */
  const shown = { page: tab, context: browser.context, consoleLines: problems };
  await watch(shown);
  return {
    tab,
    server,
    problems,
    openAnother: openTab,
    async close() {
      unwatch(shown);
      await browser.close();
      server.close();
    },
  };
}
