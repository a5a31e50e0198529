import { once } from 'node:events';
import { request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * Answers what a page is redirected to at `/proxy/PORT/…` of VS Code as a full server does: with what is at
 * that port. Routes of the browser's context see no redirects.
 * @param {import('playwright-core').Page} page
 */
export async function routePorts(page) {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, redirectedRequestId, request }) => {
    const { host, pathname, search } = new URL(request.url);
    const [, port, path] = /^\/proxy\/(\d+)(\/.*)$/.exec(pathname) ?? [];
    const answering =
      redirectedRequestId === undefined || port === undefined
        ? session.send('Fetch.continueRequest', { requestId })
        : ask(Number(port), `${path}${search}`, host).then((answer) =>
            session.send('Fetch.fulfillRequest', { requestId, ...answer }),
          );
    // A page that closes meanwhile needs no answer.
    answering.catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/proxy/*' }] });
}

/**
 * @param {number} port
 * @param {string} path
 * @param {string} host As the browser asked for it; the full server leaves it.
 */
async function ask(port, path, host) {
  const request = send({ host: '127.0.0.1', port, path, headers: { host }, agent: false }).end();
  /** @type {[import('node:http').IncomingMessage]} */
  const [response] = /** @type {any} */ (await once(request, 'response'));
  const body = (await buffer(response)).toString('base64');
  const responseHeaders = Object.entries(response.headers).map(([name, value]) => ({
    name,
    value: String(value),
  }));
  return { responseCode: response.statusCode ?? 0, responseHeaders, body };
}
