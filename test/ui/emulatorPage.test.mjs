import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { openBrowser } from '../harness/browser.mjs';
import { isOwn, listeners, listenersOf } from '../harness/listeners.mjs';
import { provisionChromium } from '../harness/provisionChromium.mjs';
import { startEmulator } from './support/emulator.mjs';
import { expectSoon } from './support/expectSoon.mjs';
import { ATTEMPTS, OWN_ATTEMPTS } from './support/pageAttempts.mjs';

/** Another name of this machine, as a site has that rebinds its own name. */
const REBOUND = 'evil.example';

describe('a web page that attacks the emulator', () => {
  /** @type {import('./support/emulator.mjs').RunningEmulator} */
  let emulator;
  /** @type {import('node:http').Server} */
  let site;
  /** @type {number} */
  let sitePort;
  /** @type {import('../harness/browser.mjs').RunningBrowser} */
  let browser;
  /** @type {import('playwright-core').Page} */
  let page;
  /** Heads of answers, as they came over the wire. @type {{ [name: string]: string }[]} */
  let heads;
  /** @type {object} */
  let stateBefore;

  before(async () => {
    emulator = await startEmulator();
    site = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Elsewhere</title>');
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    sitePort = /** @type {import('node:net').AddressInfo} */ (site.address()).port;
    const chromium = await provisionChromium();
    const rules = `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`;
    browser = await openBrowser({ ...chromium, args: [...chromium.args, rules] });
  });
  beforeEach(async () => {
    page = await browser.context.newPage();
    const session = await browser.context.newCDPSession(page);
    await session.send('Network.enable');
    heads = [];
    session.on('Network.responseReceivedExtraInfo', ({ headers }) => heads.push(headers));
    await emulator.control('log', undefined, 'DELETE');
    stateBefore = await state();
  });
  afterEach(async () => {
    for (const open of browser.context.pages()) await open.close();
    const names = heads.flatMap((head) => Object.keys(head));
    assert.deepEqual(
      names.filter((name) => /^access-control-/i.test(name)),
      [],
    );
    assert.deepEqual(await state(), stateBefore);
  });
  after(async () => {
    await browser?.close();
    site?.closeAllConnections();
    site?.close();
    await emulator?.stop();
  });

  /** What a page could change; time goes on by itself. */
  async function state() {
    const { time, ...rest } = await emulator.control('state');
    assert.ok(time);
    return rest;
  }

  /** What the emulator was asked and how it answered; control requests are not in its log. */
  async function log() {
    const { entries } = await emulator.control('log');
    /** @type {{ method: string, status: number, operation?: string, headers: { [name: string]: string } }[]} */
    const requests = entries;
    return requests;
  }

  /**
   * Makes an attempt from the page, with everything that could help it.
   * @param {import('./support/pageAttempts.mjs').Attempt} attempt
   * @param {number} status How the emulator must answer whatever arrives.
   */
  async function attempt({ title, run, detail = '', isUnlogged = false }, status) {
    await emulator.control('log', undefined, 'DELETE');
    const { baseUrl, apiKey, controlToken } = emulator;
    const known = { baseUrl, apiKey, controlToken, detail };
    assert.equal(await page.evaluate(run, known), 'nothing', title);
    await expectSoon(async () => {
      const requests = await log();
      const isThere = isUnlogged || requests.length > 0;
      return isThere && requests.every((request) => request.status !== undefined);
    }, `Nothing arrived at the emulator: ${title}.`);
    for (const request of await log()) {
      assert.equal(request.status, status, `${title}: ${JSON.stringify(request)}`);
      assert.equal(request.operation, undefined);
    }
  }

  // The same site on another port, and a site whose name leads to this machine.
  for (const host of ['127.0.0.1', REBOUND]) {
    it(`gets nothing from ${host}, although it knows the key`, async () => {
      for (const one of ATTEMPTS) {
        await page.goto(`http://${host}:${sitePort}/`);
        await attempt(one, 403);
      }
    });
  }

  it('changes nothing from the emulator’s own origin', async () => {
    for (const one of OWN_ATTEMPTS) {
      // Any answer will do: its document has the origin.
      await page.goto(`${emulator.baseUrl}/v1beta/models`);
      await attempt(one, 415);
    }
  });

  it('gets nothing under a name that leads to this machine, and would have been seen', async () => {
    const { port } = new URL(emulator.baseUrl);
    const answer = await page.goto(
      `http://${REBOUND}:${port}/v1beta/models?key=${emulator.apiKey}`,
    );
    assert.equal(answer?.status(), 403);
    const [request] = await log();
    assert.equal(request?.headers['host'], `${REBOUND}:${port}`);
    assert.equal(request.operation, undefined);

    const own = await page.goto(`${emulator.baseUrl}/v1beta/models?key=${emulator.apiKey}`);
    assert.equal(own?.status(), 200);
    assert.equal((await log()).at(-1)?.operation, 'models.list');
    assert.ok(heads.length > 0, 'No answer of the emulator was seen.');
  });
});

describe('the emulator’s port', () => {
  it('is on this machine only, another one at each start, and gone after the end', async () => {
    const both = [await startEmulator(), await startEmulator()];
    const ports = both.map(({ baseUrl }) => Number(new URL(baseUrl).port));
    try {
      assert.notEqual(ports[0], ports[1]);
      for (const [index, { pid }] of both.entries()) {
        const own = listenersOf(pid);
        assert.equal(own[0]?.address, '127.0.0.1');
        assert.ok(own.every((one) => isOwn(one) && one.port === ports[index]));
      }
      assert.ok(listeners().some(({ port }) => ports.includes(port)));
    } finally {
      for (const { stop } of both) await stop();
    }
    assert.deepEqual(
      listeners().filter(({ port }) => ports.includes(port)),
      [],
    );
  });
});
