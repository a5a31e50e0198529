/**
 * Shows the playground's webview in an ordinary browser, with a mock host, in every state and theme.
 *   node test/ui/preview/preview.mjs            screenshots into test/ui/shots/preview/
 *   node test/ui/preview/preview.mjs long dark  only states and themes named so
 *   node test/ui/preview/preview.mjs --serve    prints an address to look at; Ctrl+C ends it
 * The browser is the one of the UI tests.
 */
import { build } from 'esbuild';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../../harness/browser.mjs';
import { provisionChromium } from '../../harness/provisionChromium.mjs';
import { STATES } from './states.mjs';
import { themeCss, THEMES } from './themes.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const shots = join(root, 'test/ui/shots/preview');

export async function bundle() {
  const { outputFiles } = await build({
    entryPoints: { playground: join(root, 'src/playground/webview/main.ts') },
    bundle: true,
    write: false,
    outdir: root,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    loader: { '.svg': 'text' },
  });
  return new Map(outputFiles.map((file) => [file.path.slice(root.length), file.contents]));
}

/** @param {URLSearchParams} query */
function page(query) {
  const nonce = randomBytes(16).toString('base64');
  const theme = query.get('theme') ?? 'dark';
  const csp = `default-src 'none'; img-src data:; media-src data:; style-src 'self' 'nonce-${nonce}'; script-src 'self' 'nonce-${nonce}'`;
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<style nonce="${nonce}">${themeCss(theme)}</style>
<link rel="stylesheet" href="/playground.css"></head>
<body class="vscode-${theme}"><div id="root"></div><script type="module" nonce="${nonce}" src="/mockHost.js"></script></body></html>`;
  return { csp, body };
}

/** Serves the page, its scripts and the bundle on a free port of this machine. */
export async function serve() {
  const files = await bundle();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    /**
     * @param {string} type
     * @param {string | Uint8Array | undefined} content
     * @param {{ readonly [name: string]: string }} [headers]
     */
    const send = (type, content, headers = {}) => {
      response.writeHead(200, { 'content-type': type, ...headers });
      response.end(content);
    };
    if (url.pathname === '/') {
      const { csp, body } = page(url.searchParams);
      send('text/html', body, { 'content-security-policy': csp });
    } else if (files.has(url.pathname)) {
      send(url.pathname.endsWith('.css') ? 'text/css' : 'text/javascript', files.get(url.pathname));
    } else if (/^\/((attached|model|states|texts)\.mjs|mockHost\.js)$/.test(url.pathname)) {
      readFile(join(here, url.pathname)).then(
        (content) => send('text/javascript', content),
        (error) => response.writeHead(500).end(String(error)),
      );
    } else {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { server, address: `http://127.0.0.1:${port}/` };
}

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} address
 * @param {string} name Of the state.
 * @param {string} theme
 * @param {number} width Of the window, in CSS pixels.
 */
async function shoot(context, address, name, theme, width) {
  const scene = STATES[name];
  if (!scene) throw new Error(`No state is named ${name}.`);
  const tab = await context.newPage();
  await tab.setViewportSize({ width, height: scene.height ?? 800 });
  tab.on('pageerror', (error) => console.error(`${name}: ${error.stack}`));
  tab.on('console', (message) => {
    if (message.type() === 'error') console.error(`${name}: ${message.text()}`);
  });
  await tab.goto(`${address}?state=${name}&theme=${theme}`);
  await tab.waitForSelector('.app:not(.loading)');
  if (scene.click) await tab.locator(scene.click).first().click();
  for (const [selector, text] of scene.fill ?? []) await tab.locator(selector).first().fill(text);
  if (scene.press) await tab.keyboard.press(scene.press);
  if (scene.paste) {
    await tab.locator('.composer-field').evaluate((field, length) => {
      field.focus();
      document.execCommand('insertText', false, 'abc def '.repeat(length / 8));
    }, scene.paste);
  }
  if (scene.drag) {
    await tab.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'x.txt'));
      document.body.dispatchEvent(new DragEvent('dragenter', { bubbles: true, dataTransfer }));
    });
  }
  await tab.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60))),
  );
  await tab.screenshot({ path: join(shots, `${name}-${theme}-${width}.png`) });
  await tab.close();
}

/** @param {readonly string[]} words Of the command line. */
async function main(words) {
  const { server, address } = await serve();
  if (words.includes('--serve')) {
    for (const name of Object.keys(STATES)) console.log(`${address}?state=${name}&theme=dark`);
    console.log(`Themes: ${THEMES.join(', ')}. Ctrl+C ends.`);
    return;
  }
  await mkdir(shots, { recursive: true });
  const browser = await openBrowser(await provisionChromium());
  const names = Object.keys(STATES).filter((name) => wanted(words, name, Object.keys(STATES)));
  for (const name of names) {
    for (const theme of THEMES.filter((theme) => wanted(words, theme, THEMES))) {
      await shoot(browser.context, address, name, theme, 1100);
    }
    await shoot(browser.context, address, name, 'dark', 420);
  }
  await browser.close();
  server.close();
  console.log(`Screenshots are in ${shots}.`);
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
