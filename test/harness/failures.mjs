// A picture of what each browser test ended with; of one that failed also an outline, the console, what VS Code's server
// noted of its processes, and a trace of what was done, for `npx playwright-core show-trace`. Root hooks of the suite.
import { copyFile, glob, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureOf } from './browser.mjs';
import { FAILED, SHOTS } from './paths.mjs';

/**
 * @typedef {object} Shown A window that is open.
 * @property {import('playwright-core').Page | undefined} page The one that was looked at last.
 * @property {import('playwright-core').BrowserContext} context
 * @property {readonly string[]} consoleLines
 * @property {string} [home] The folder of its VS Code.
 */

/** How much of what was to be seen is printed. */
const OUTLINE = { lines: 120, width: 100 };

/** @type {Set<Shown>} */
const open = new Set();

/**
 * Notes what is done in a window from here on; without pictures of each step, which would cost more than the tests.
 * @param {Shown} shown
 */
export async function watch(shown) {
  open.add(shown);
  await shown.context.tracing.start({ title: 'Window', snapshots: false, screenshots: false });
}

/** The window is about to be closed. @param {Shown} shown */
export const unwatch = (shown) => void open.delete(shown);

export const mochaHooks = {
  /** @this {Mocha.Context} */
  async afterEach() {
    const title = this.currentTest?.fullTitle() ?? '';
    if (this.currentTest?.state === 'failed') await keepWhatIsOpen(title);
    else await pictureAtTheEnd(title);
  },
};

/**
 * Of what fails before a test mocha tells no hook: those that prepare a suite or a test keep it themselves.
 * @param {Mocha.MochaGlobals} globals
 */
export function watchHooks(globals) {
  for (const name of /** @type {const} */ (['before', 'beforeEach'])) {
    const declare = globals[name];
    /** @param {Mocha.AsyncFunc} hook */
    const declareWatched = (hook) =>
      declare(async function () {
        try {
          await hook.call(this);
        } catch (error) {
          await keepWhatIsOpen(this.test?.fullTitle() ?? name);
          throw error;
        }
      });
    Object.assign(globals, { [name]: declareWatched });
  }
}

/** Leaves a picture of what a story ended with, to be looked at by people. @param {string} title */
async function pictureAtTheEnd(title) {
  for (const { page } of open) {
    if (page?.isClosed() === false)
      await pictureOf(page, { path: join(SHOTS, `${nameOf(title)}.png`) });
  }
}

/** @param {string} title */
const nameOf = (title) => title.replace(/[^\w]+/g, '-').slice(0, 120);

/** @param {string} title Of what failed. */
async function keepWhatIsOpen(title) {
  const folder = join(FAILED, nameOf(title));
  await mkdir(folder, { recursive: true });
  for (const [index, { page, context, consoleLines, home }] of [...open].entries()) {
    const name = join(folder, `window-${index + 1}`);
    await writeFile(`${name}.log`, consoleLines.join('\n'));
    for await (const path of glob('**/remoteagent.log', { cwd: home ?? folder })) {
      await copyFile(join(home ?? folder, path), `${name}-server.log`);
    }
    await context.tracing.stop({ path: `${name}.zip` });
    await context.tracing.start({ title: 'Window', snapshots: false, screenshots: false });
    if (page?.isClosed() !== false) continue;
    await pictureOf(page, { path: `${name}.png` });
    // Where only what was printed is kept, this tells what was to be seen.
    const outline = await page.locator('body').ariaSnapshot();
    await writeFile(`${name}.yml`, outline);
    const lines = outline.split('\n').slice(0, OUTLINE.lines);
    console.error(lines.map((line) => line.slice(0, OUTLINE.width)).join('\n'));
  }
  console.error(`What was open then is in ${folder}.`);
}
