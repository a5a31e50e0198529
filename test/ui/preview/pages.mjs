import { build } from 'esbuild';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import { ROOT } from '../../harness/paths.mjs';
import { STATES } from './states.mjs';
import { BODY_CLASSES, themeCss, THEMES } from './themes.mjs';

/** What is there once a page shows its state. */
const BEGINNING = {
  playground: '.app:not(.loading), .compare',
  sheet: 'h2',
  testReport: 'h2, h3',
  runs: 'h2',
  kit: '.kit',
};

/** The pages as VS Code loads them, that of the kit, and what stands for VS Code in all of them. */
async function bundle() {
  const [playground = ''] = globSync('src/playground/webview/main.{ts,tsx}', { cwd: ROOT });
  const { outputFiles, metafile } = await build({
    metafile: true,
    absWorkingDir: ROOT,
    entryPoints: {
      playground,
      sheet: 'src/resources/webview/main.ts',
      testReport: 'src/testing/webview/main.ts',
      runs: 'src/traffic/webview/main.ts',
      kit: 'test/ui/preview/kit.tsx',
      mockHost: 'test/ui/preview/mockHost.js',
    },
    bundle: true,
    write: false,
    outdir: '.',
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    loader: { '.svg': 'text' },
    logLevel: 'error',
  });
  const files = new Map(outputFiles.map((file) => [`/${basename(file.path)}`, file.contents]));
  return { files, ofKit: Object.keys(metafile.outputs['kit.js']?.inputs ?? {}) };
}

/**
 * As strict as VS Code's: no script and no style of the page's own.
 * @param {string} state One of `STATES`.
 * @param {string} theme One of `THEMES`.
 */
function page(state, theme) {
  const nonce = randomBytes(16).toString('base64');
  const { page: script = 'playground', columns } = STATES[state] ?? {};
  const data = JSON.stringify({ compares: columns !== undefined });
  const csp = [
    `default-src 'none'; img-src data:; media-src data:`,
    `style-src 'self' 'nonce-${nonce}'; script-src 'self' 'nonce-${nonce}'`,
  ].join('; ');
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${state}</title>
<meta name="viewport" content="width=device-width">
<style id="theme" nonce="${nonce}">${themeCss(theme)}</style>
<link rel="stylesheet" href="/${script}.css"></head>
<body class="${BODY_CLASSES[theme]}"><div id="root"></div>
<script type="application/json" id="data">${data}</script>
<script nonce="${nonce}" src="/mockHost.js"></script>
<script nonce="${nonce}" src="/${script}.js"></script></body></html>`;
  return { csp, body };
}

/**
 * Serves every state at `?state=…&theme=…` on a free port of this machine.
 * @returns {Promise<{ address: string, ofKit: readonly string[], close: () => void }>} `ofKit`: what its page is made of.
 */
export async function servePreview() {
  const { files, ofKit } = await bundle();
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
      const { searchParams } = url;
      const { csp, body } = page(
        searchParams.get('state') ?? 'empty',
        searchParams.get('theme') ?? 'dark',
      );
      send('text/html', body, { 'content-security-policy': csp });
    } else if (files.has(url.pathname)) {
      const type = url.pathname.endsWith('.css') ? 'text/css' : 'text/javascript';
      // The browser compiles what it keeps once, and not with every state.
      send(type, files.get(url.pathname), { 'cache-control': 'max-age=3600' });
    } else {
      response.writeHead(url.pathname === '/favicon.ico' ? 204 : 404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { address: `http://127.0.0.1:${port}/`, ofKit, close: () => server.close() };
}

/**
 * Shows a state in a tab, as far as it says what is done in it.
 * @param {import('playwright-core').Page} tab
 * @param {string} address Of `servePreview`.
 * @param {string} name Of the state.
 * @param {string} theme
 */
export async function show(tab, address, name, theme) {
  const scene = STATES[name];
  if (!scene) throw new Error(`No state is named ${name}.`);
  await tab.goto(`${address}?state=${name}&theme=${theme}`);
  await tab
    .locator(BEGINNING[scene.page ?? 'playground'])
    .first()
    .waitFor();
  if (scene.click) {
    await tab.locator(scene.click).first().click();
    // What is under the mouse looks different.
    await tab.mouse.move(0, 0);
  }
  for (const [selector, text] of scene.fill ?? []) await tab.locator(selector).first().fill(text);
  if (scene.press) await tab.keyboard.press(scene.press);
  if (scene.shows) await tab.locator(scene.shows).first().waitFor();
  if (scene.drag) {
    await tab.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'x.txt'));
      document.body.dispatchEvent(new DragEvent('dragenter', { bubbles: true, dataTransfer }));
    });
  }
  await settle(tab);
}

/** Everything that was begun is drawn. @param {import('playwright-core').Page} tab */
export async function settle(tab) {
  await tab.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    let changes = 0;
    const observer = new MutationObserver(() => (changes += 1));
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    observer.observe(document.body, all);
    for (let quiet = 0, before = changes; quiet < 2; before = changes) {
      await frame();
      quiet = changes === before ? quiet + 1 : 0;
    }
    observer.disconnect();
  });
}

/**
 * What a check finds in each theme: their colours are taken one after the other, without loading the page anew.
 * @param {import('playwright-core').Page} tab
 * @param {'faint' | 'ringless'} check
 * @returns {Promise<readonly string[]>}
 */
export async function findInThemes(tab, check) {
  const themes = THEMES.map((name) => ({
    name,
    css: themeCss(name),
    body: BODY_CLASSES[name] ?? '',
  }));
  return await tab.evaluate(
    ({ all, wanted }) => {
      const { checks } = /** @type {any} */ (globalThis);
      const controls = wanted === 'ringless' ? checks.newControls() : undefined;
      if (controls?.length === 0) return [];
      const style = document.querySelector('#theme');
      return all.flatMap(({ name, css, body }) => {
        if (style) style.textContent = css;
        document.body.className = body;
        /** @type {readonly string[]} */
        const found = checks[wanted](controls);
        return found.map((one) => `${name}: ${one}`);
      });
    },
    { all: themes, wanted: check },
  );
}
