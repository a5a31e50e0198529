import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from './emulator.mjs';

/**
 * One exchange as it went over the wire. It has secrets in it.
 * @typedef {object} Exchange
 * @property {string} method
 * @property {string} target Path and query.
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string} body
 * @property {number} status
 * @property {string} answer
 */

/** The addresses of a client file. @typedef {{ client_secret: string, auth_uri: string, token_uri: string }} Installed */

/**
 * The emulator behind a relay that notes every request of the extension: the emulator's own log hides the
 * credentials, and a test that looks for secrets has to know them. The browser goes to the emulator itself, so that
 * the client has two addresses, and each sign-in with its file is asked about.
 */
export class OAuthEmulator {
  /** @type {Exchange[]} */
  exchanges = [];

  /**
   * @param {{
   *   emulator: import('./emulator.mjs').RunningEmulator,
   *   relay: import('node:http').Server,
   *   baseUrl: string,
   *   folder: string,
   *   clientFile: string,
   * }} parts
   */
  constructor({ emulator, relay, baseUrl, folder, clientFile }) {
    this.emulator = emulator;
    this.relay = relay;
    this.baseUrl = baseUrl;
    this.folder = folder;
    this.clientFile = clientFile;
    this.control = emulator.control;
    relay.on('request', (request, response) => void this.#forward(request, response));
  }

  /** Requests to a path, oldest first. @param {string} path */
  to(path) {
    return this.exchanges.filter(({ target }) => target.split('?')[0] === path);
  }

  /** The forms that the token endpoint got, oldest first, each with its answer. */
  get tokenRequests() {
    return this.to('/token').map(({ body, status, answer }) => ({
      form: new URLSearchParams(body),
      status,
      answer: /** @type {{ [name: string]: unknown }} */ (JSON.parse(answer)),
    }));
  }

  /** The newest access token. */
  get accessToken() {
    const token = this.tokenRequests.findLast(({ status }) => status === 200)?.answer.access_token;
    if (typeof token !== 'string') throw new Error('No access token was given yet.');
    return token;
  }

  /** What the emulator says of a token: 200 while it is good. @param {string} token */
  async tokenInfo(token) {
    const headers = { authorization: `Bearer ${token}` };
    return await fetch(`${this.emulator.baseUrl}/tokeninfo`, { headers });
  }

  async stop() {
    this.relay.closeAllConnections();
    this.relay.close();
    await this.emulator.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  async #forward(request, response) {
    const { method = 'GET', url: target = '/', headers } = request;
    const exchange = { method, target, headers, body: '', status: 0, answer: '' };
    this.exchanges.push(exchange);
    const { hostname, port } = new URL(this.emulator.baseUrl);
    const onward = send({ hostname, port, path: target, method, headers });
    onward.on('error', () => response.destroy());
    onward.on('response', (answer) => {
      exchange.status = answer.statusCode ?? 0;
      response.writeHead(exchange.status, answer.rawHeaders);
      answer.on('error', () => response.destroy());
      answer.on('data', (/** @type {Buffer} */ bytes) => {
        exchange.answer += bytes.toString('latin1');
        response.write(bytes);
      });
      answer.on('end', () => response.end());
    });
    response.on('close', () => onward.destroy());
    for await (const bytes of request) {
      exchange.body += bytes.toString('latin1');
      onward.write(bytes);
    }
    onward.end();
  }
}

/** @returns {Promise<OAuthEmulator>} */
export async function startOAuthEmulator() {
  const relay = createServer().listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (relay.address());
  const baseUrl = `http://127.0.0.1:${port}`;
  const emulator = await startEmulator(['--allow-host', `127.0.0.1:${port}`, '--latency', '0']);
  const folder = await mkdtemp(join(tmpdir(), 'oauth-ui-'));
  const text = await readFile(emulator.clientSecretFile, 'utf8');
  /** @type {{ installed: Installed }} */
  const { installed } = JSON.parse(text);
  const clientFile = join(folder, 'client_secret.json');
  const client = { installed: { ...installed, token_uri: `${baseUrl}/token` } };
  await writeFile(clientFile, JSON.stringify(client), { mode: 0o600 });
  return new OAuthEmulator({ emulator, relay, baseUrl, folder, clientFile });
}
