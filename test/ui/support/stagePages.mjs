import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { ROOT } from '../../harness/paths.mjs';
import { BODY_CLASSES, themeCss } from '../preview/themes.mjs';

const TYPES = /** @type {Readonly<Record<string, string>>} */ ({
  '.js': 'text/javascript',
  '.css': 'text/css',
});

/**
 * What VS Code adds to the page of a tab: its theme, and what the page had kept.
 * @typedef {{ readonly html: string, readonly theme: string, readonly kept: unknown }} TabPage
 */

/**
 * Serves the pages of tabs, and what the build has for them.
 * @param {(number: number) => TabPage} tabPage Of the tab with this number.
 */
export async function servePages(tabPage) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, number] = /^\/tab\/(\d+)$/.exec(pathname) ?? [];
    if (number !== undefined) {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(dressed(tabPage(Number(number))));
      return;
    }
    const file = normalize(join(ROOT, pathname));
    if (!file.startsWith(join(ROOT, 'dist/webview/'))) {
      response.writeHead(404).end();
      return;
    }
    readFile(file).then(
      (content) =>
        response
          .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
          .end(content),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

/** @param {TabPage} page */
function dressed({ html, theme, kept }) {
  const attribute = JSON.stringify(kept ?? null).replace(
    /[&"<>]/g,
    (sign) => `&#${sign.charCodeAt(0)};`,
  );
  return html
    .replace(/style-src (&#39;|')self\1/, "$& 'unsafe-inline'")
    .replace('<link ', () => `<style id="theme">${themeCss(theme)}</style><link `)
    .replace('<body', () => `<body class="${BODY_CLASSES[theme]}" data-kept="${attribute}"`);
}

/**
 * Gives a page that is open the colours of another theme.
 * @param {import('playwright-core').Page} page
 * @param {string} theme One of the preview's.
 */
export async function dress(page, theme) {
  await page.evaluate(
    ({ css, body }) => {
      const style = document.querySelector('#theme');
      if (style) style.textContent = css;
      document.body.className = body;
    },
    { css: themeCss(theme), body: BODY_CLASSES[theme] ?? '' },
  );
}

/** In the page, before its script: what VS Code gives to every webview. */
export function standIn() {
  const page = /** @type {any} */ (globalThis);
  /** @type {unknown} */
  let state;
  page.kept = () => state;
  page.acquireVsCodeApi = () => {
    state = JSON.parse(document.body.dataset['kept'] ?? 'null') ?? undefined;
    return {
      getState: () => state,
      setState: (/** @type {unknown} */ next) => {
        state = next;
      },
      postMessage: (/** @type {unknown} */ message) => void page.stageReceive(message),
    };
  };
}
