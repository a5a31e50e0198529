import { Buffer } from 'node:buffer';
import { chromium } from 'playwright-core';
import { installedChromium } from './provisionChromium.mjs';
import { PATIENCE, StepError } from './progress.mjs';

/** Keep a closed network quiet, and work as root in a container. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The bare server has no key store; with a fixed key its secrets survive a reload of the page. */
const MINTED_KEY = Buffer.alloc(32, 7);

/**
 * Runs in every page before its own scripts. Routes of the browser would do the same, but would take every
 * request of every page through this process.
 * @param {readonly number[]} key
 */
function standIn(key) {
  if (window.top !== window) return;
  const { fetch, open } = window;
  window.fetch = async (what, options) =>
    String(what instanceof Request ? what.url : what).endsWith('/mint-key')
      ? new Response(new Uint8Array(key))
      : await fetch(what, options);
  // Where a full server leads on to a port of this machine.
  window.open = (address, ...rest) => {
    const [, port, path = '/'] = /\/proxy\/(\d+)(\/.*)?$/.exec(String(address)) ?? [];
    return open(port === undefined ? address : `http://127.0.0.1:${port}${path}`, ...rest);
  };
  // Pictures are taken of what stands still, and drawing every step of a movement takes half of a browser's time.
  document.addEventListener('DOMContentLoaded', () => {
    const still = new CSSStyleSheet();
    still.replaceSync(
      '*, ::before, ::after { animation: none !important; transition: none !important }',
    );
    document.adoptedStyleSheets.push(still);
  });
}

/** What says that a page is drawn. */
const DRAWN = 'data-drawn';

/** Runs in a page before its own scripts. @param {string} drawn */
function leaveUndrawn(drawn) {
  if (window.top !== window) return;
  document.addEventListener('DOMContentLoaded', () => {
    const unseen = new CSSStyleSheet();
    unseen.replaceSync(`:root:not([${drawn}]) > body { opacity: 0 !important }`);
    document.adoptedStyleSheets.push(unseen);
  });
}

/**
 * Leaves out the drawing of a page, at which nobody looks between its pictures: a sixth of the time of host tests, and a
 * twentieth of that of stories. It is laid out as ever, so that the mouse, the keys and what is asked of it find everything.
 * @param {import('playwright-core').Page} page Not opened yet.
 */
export const drawOnlyPictures = (page) => page.addInitScript(leaveUndrawn, DRAWN);

/**
 * Takes a picture of a page, drawn or not.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').PageScreenshotOptions} [options]
 * @returns {Promise<Buffer>}
 */
export async function pictureOf(page, options) {
  await page.evaluate((drawn) => document.documentElement.setAttribute(drawn, ''), DRAWN);
  try {
    return await page.screenshot(options);
  } finally {
    await page.evaluate((drawn) => document.documentElement.removeAttribute(drawn), DRAWN);
  }
}

/**
 * @typedef {object} RunningBrowser
 * @property {import('playwright-core').BrowserContext} context
 * @property {() => Promise<void>} close
 */

/**
 * Starts a headless browser with one clean context in which VS Code finds what a full server would give it.
 * @param {import('./provisionChromium.mjs').Browser} browser
 * @param {{ size?: { width: number, height: number }, context?: import('playwright-core').BrowserContextOptions }} [options]
 * @returns {Promise<RunningBrowser>}
 * @throws {StepError} When no browser starts.
 */
export async function openBrowser(browser, options = {}) {
  const running = await launch(browser);
  const context = await running.newContext({
    viewport: options.size ?? { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-GB',
    ...options.context,
  });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(standIn, [...MINTED_KEY]);
  return { context, close: () => running.close() };
}

/** @param {import('./provisionChromium.mjs').Browser} browser */
async function launch({ executable, args, env }) {
  const environment = /** @type {Record<string, string>} */ ({ ...process.env, ...env });
  try {
    return await chromium.launch({
      executablePath: executable,
      args: [...FLAGS, ...args],
      env: environment,
    });
  } catch (error) {
    const other = installedChromium();
    if (other === undefined) {
      throw new StepError(
        'Starting the headless browser',
        'Install Chromium or Chrome, or name one in CHROMIUM_PATH, and run the same command again.',
        String(error),
      );
    }
    console.log(`The headless browser does not start here; using ${other}.`);
    return await chromium.launch({ executablePath: other, args: FLAGS });
  }
}
