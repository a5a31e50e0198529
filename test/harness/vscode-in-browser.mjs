// A stand-in for the executable of a desktop VS Code where none is to be had: takes the same flags, runs the
// tests named there in a VS Code server with a headless browser as its window, and exits with their code.
// `@vscode/test-electron` starts it, through the launcher that `vscodeInBrowser` writes.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { format, parseArgs } from 'node:util';
import { drawOnlyPictures, openBrowser } from './browser.mjs';
import { interruption } from './interruption.mjs';
import { isMain } from './main.mjs';
import { CACHE } from './paths.mjs';
import { StepError } from './progress.mjs';
import { provisionChromium } from './provisionChromium.mjs';
import { provisionServer } from './provisionServer.mjs';
import { startBareServer } from './vscodeServer.mjs';

/** VS Code's own extensions with which host tests have to do: what debugs, and what opens notebooks and diagrams. */
const NEEDED = /^(ipynb|mermaid|ms-vscode\.js-debug|notebook)/;

/** Nobody looks: a window of the usual size takes longer. */
const SMALL = { width: 800, height: 500 };

/**
 * Writes the launcher, a file that can be spawned as it is.
 * @returns {Promise<string>} Its path.
 */
export async function vscodeInBrowser() {
  await mkdir(CACHE, { recursive: true });
  const file = join(CACHE, 'vscode-in-browser');
  const quoted = [process.execPath, join(import.meta.dirname, 'vscode-in-browser.mjs')]
    .map((path) => `'${path.replaceAll("'", String.raw`'\''`)}'`)
    .join(' ');
  await writeFile(file, `#!/bin/sh\nexec ${quoted} "$@"\n`);
  await chmod(file, 0o755);
  return file;
}

/**
 * The address that opens a folder with an extension from source.
 * @param {import('./vscodeServer.mjs').RunningServer} server
 * @param {{ folder?: string, extension?: string, tests?: string, log?: string }} what Absolute paths, and a level of the log.
 */
export function workbenchAddress(server, { folder, extension, tests, log }) {
  /** @type {(path: string) => string} */
  const remote = (path) => `vscode-remote://127.0.0.1:${server.port}${encodeURI(path)}`;
  const payload = [
    ...(extension === undefined ? [] : [['extensionDevelopmentPath', remote(extension)]]),
    ...(tests === undefined ? [] : [['extensionTestsPath', remote(tests)]]),
    ...(log === undefined ? [] : [['logLevel', log]]),
  ];
  const query = new URLSearchParams({
    ...(folder ? { folder } : { ew: 'true' }),
    ...(payload.length === 0 ? {} : { payload: JSON.stringify(payload) }),
  });
  return `${server.origin}/?${query}`;
}

async function main() {
  const { values, positionals } = parseArgs({
    strict: false,
    allowPositionals: true,
    options: {
      extensionDevelopmentPath: { type: 'string' },
      extensionTestsPath: { type: 'string' },
      'user-data-dir': { type: 'string' },
      'extensions-dir': { type: 'string' },
      log: { type: 'string' },
    },
  });
  const home = resolve(String(values['user-data-dir'] ?? join(CACHE, 'user-data')));
  const settings = await readFile(join(home, 'User/settings.json'), 'utf8').then(
    JSON.parse,
    () => ({}),
  );
  const [folder] = positionals;
  const [vscode, chromium] = [await provisionServer(), await provisionChromium()];
  const server = await startBareServer(vscode, {
    home: join(home, 'server'),
    extensions: resolve(String(values['extensions-dir'] ?? join(home, 'extensions'))),
    settings,
    builtIn: join(home, 'built-in'),
    needed: NEEDED,
  });
  const browser = await openBrowser(chromium, { size: SMALL }).catch(async (error) => {
    await server.stop();
    throw error;
  });
  const address = workbenchAddress(server, {
    ...(folder === undefined ? {} : { folder: resolve(folder) }),
    ...(typeof values.log === 'string' ? { log: values.log } : {}),
    extension: resolve(String(values.extensionDevelopmentPath)),
    tests: resolve(String(values.extensionTestsPath)),
  });
  try {
    return await codeOf(browser, server, address);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/**
 * Opens the workbench and waits until VS Code says how the tests ended.
 * @param {import('./browser.mjs').RunningBrowser} browser
 * @param {import('./vscodeServer.mjs').RunningServer} server
 * @param {string} address
 * @returns {Promise<number>}
 */
async function codeOf({ context }, server, address) {
  const page = await context.newPage();
  await drawOnlyPictures(page);
  /** @type {PromiseWithResolvers<number>} */
  const { promise, resolve: end } = Promise.withResolvers();
  await page.exposeFunction('codeAutomationLog', printLog);
  await page.exposeFunction('codeAutomationExit', (/** @type {number} */ code) => end(code));
  let over = false;
  /** @type {(what: string) => void} */
  const fail = (what) => {
    if (!over) {
      console.error(`${what} before the tests had ended.\n${server.log()}`);
      end(1);
    }
  };
  page.on('crash', () => fail('The browser page crashed'));
  page.on('close', () => fail('The browser page was closed'));
  void server.ended.then(() => fail('The VS Code server ended'));
  void interruption().then(() => end(1));
  await page.goto(address);
  const code = await promise;
  over = true;
  return code;
}

/** What the workbench itself tells its console when it starts in a browser. */
const NOISE =
  /^(Ignoring fetching additional builtin|Resolv\w+ connection token|Creating a socket|\[(reconnection-grace-time|AgentHost|AccountPolicyGate|Service Worker)|Updating additional builtin)/;

/**
 * @param {string} type A method of `console`.
 * @param {unknown[]} values
 */
function printLog(type, values) {
  if (NOISE.test(String(values[0]))) {
    return;
  }
  (type === 'error' ? console.error : console.log)(format(...values));
}

if (isMain(import.meta.url)) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}
