import { openBrowser } from '../../harness/browser.mjs';
import { unwatch, watch } from '../../harness/failures.mjs';
import { provisionChromium } from '../../harness/provisionChromium.mjs';
import { servePreview } from '../preview/pages.mjs';

/**
 * A browser tab for the states of the preview.
 * @typedef {object} PreviewTab
 * @property {import('playwright-core').Page} tab
 * @property {Awaited<ReturnType<typeof servePreview>>} server
 * @property {string[]} problems Errors of the page by itself.
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
  const tab = await browser.context.newPage();
  /** @type {string[]} */
  const problems = [];
  tab.on('pageerror', (error) => problems.push(String(error.stack)));
  /** For a failed test. @type {any} */
  const shown = { page: tab, context: browser.context, consoleLines: problems };
  await watch(shown);
  return {
    ...{ tab, server, problems },
    async close() {
      unwatch(shown);
      await browser.close();
      server.close();
    },
  };
}
