/**
 * Shows the playground and the components of all panels in an ordinary browser, without VS Code, in every state.
 *   node test/ui/preview/preview.mjs            screenshots into test/ui/shots/preview/
 *   node test/ui/preview/preview.mjs long dark  only states and themes named so
 *   node test/ui/preview/preview.mjs --serve    prints an address to look at; Ctrl+C ends it
 * The browser is the one of the UI tests, which check all of it (`preview.test.mjs`).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openBrowser } from '../../harness/browser.mjs';
import { SHOTS } from '../../harness/paths.mjs';
import { provisionChromium } from '../../harness/provisionChromium.mjs';
import { servePreview, settle, show } from './pages.mjs';
import { STATES } from './states.mjs';
import { THEMES } from './themes.mjs';

const FOLDER = join(SHOTS, 'preview');

/**
 * Windows to look at, in CSS pixels: a side bar, half of a window, all of it, and all of it at 200 %.
 * @type {{ readonly [name: string]: { readonly width: number, readonly height: number, readonly scale: number } }}
 */
export const WINDOWS = {
  360: { width: 360, height: 800, scale: 1 },
  600: { width: 600, height: 800, scale: 1 },
  1200: { width: 1200, height: 800, scale: 1 },
  'zoom-200': { width: 600, height: 400, scale: 2 },
};

/** @param {readonly string[]} words Of the command line. */
async function main(words) {
  const { address, close } = await servePreview();
  if (words.includes('--serve')) {
    for (const name of Object.keys(STATES)) console.log(`${address}?state=${name}&theme=dark`);
    console.log(`Themes: ${THEMES.join(', ')}. Ctrl+C ends.`);
    return;
  }
  await mkdir(FOLDER, { recursive: true });
  const browsers = Object.entries(WINDOWS).filter(([name]) =>
    wanted(words, name, Object.keys(WINDOWS)),
  );
  for (const [size, { width, height, scale }] of browsers) {
    const browser = await openBrowser(await provisionChromium(), {
      size: { width, height },
      context: { deviceScaleFactor: scale },
    });
    const tab = await browser.context.newPage();
    tab.on('pageerror', (error) => console.error(error.stack));
    for (const name of Object.keys(STATES).filter((one) =>
      wanted(words, one, Object.keys(STATES)),
    )) {
      for (const theme of THEMES.filter((one) => wanted(words, one, THEMES))) {
        await show(tab, address, name, theme);
        await settle(tab);
        await tab.screenshot({ path: join(FOLDER, `${name}-${theme}-${size}.png`) });
      }
    }
    await browser.close();
  }
  close();
  console.log(`Screenshots are in ${FOLDER}.`);
}

/**
 * Everything, unless some of the kind are named.
 * @param {readonly string[]} words
 * @param {string} name
 * @param {readonly string[]} all
 */
function wanted(words, name, all) {
  return !words.some((word) => all.includes(word)) || words.includes(name);
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
