import * as l10n from '@vscode/l10n';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Disposable } from '../base/disposable';
import { AppError } from '../base/errors';
import { oauthError } from './oauthErrors';

/** IP literals, in the order of RFC 8252 section 7.3. */
const HOSTS = ['127.0.0.1', '::1'];

// In ms and bytes: browsers send the head of a short request at once.
const HEAD_TIMEOUT = 10_000;

const CHECKED_EVERY = 1000;

const HEAD_SIZE = 16 * 1024;

const MAX_CONNECTIONS = 64;

/**
 * Receives the authorization response on a loopback port chosen by the system.
 * Accepts one GET on a random path with the expected `Host` and state; all else gets HTTP 404.
 */
export class LoopbackReceiver implements Disposable {
  /** The URL: `http://127.0.0.1:PORT/PATH`. */
  readonly address: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #expected: ExpectedCallback | undefined;
  #take: ((callback: Callback) => void) | undefined;
  #answering: Socket | undefined;

  private constructor(server: Server, host: string) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    const name = host.includes(':') ? `[${host}]` : host;
    this.address = `http://${name}:${port}/${randomBytes(16).toString('base64url')}`;
    server.on('request', (request, response) => this.#answer(request, response));
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      this.#makeRoom();
    });
    server.on('clientError', (_error, socket) => socket.destroy());
  }

  /**
   * Starts listening. Throws `AppError` (`noLoopback`) if the machine doesn’t allow it.
   * @param hosts IP literals to try in order; both loopback addresses by default.
   */
  static async open(hosts: readonly string[] = HOSTS): Promise<LoopbackReceiver> {
    const causes: unknown[] = [];
    for (const host of hosts) {
      const server = createServer({
        headersTimeout: HEAD_TIMEOUT,
        requestTimeout: HEAD_TIMEOUT,
        connectionsCheckingInterval: CHECKED_EVERY,
        maxHeaderSize: HEAD_SIZE,
        requireHostHeader: false,
      });
      try {
        server.listen({ host, port: 0, exclusive: true });
        await once(server, 'listening');
        return new LoopbackReceiver(server, host);
      } catch (error) {
        causes.push(error);
      }
    }
    throw new AppError(
      'noLoopback',
      l10n.t('VS Code couldn’t open a local port to receive the sign-in.'),
      {
        hint: l10n.t('Paste the URL of the last page that your browser shows.'),
        cause: causes[0],
      },
    );
  }

  /**
   * Resolves with the first matching response. Never rejects.
   * @param expected `redirectUri` may be another loopback URL that maps to this receiver.
   */
  receive(expected: ExpectedCallback): Promise<Callback> {
    this.#expected = expected;
    return new Promise((resolve) => {
      this.#take = resolve;
    });
  }

  /** Stops listening and closes all connections, after sending a pending page. */
  dispose(): void {
    this.#take = undefined;
    this.#server.close();
    for (const socket of this.#sockets) {
      if (socket !== this.#answering) socket.destroy();
    }
  }

  /**
   * Closes the oldest connections above the limit.
   * Rejecting new ones instead would let any local app block the browser.
   */
  #makeRoom(): void {
    for (const socket of this.#sockets) {
      if (this.#sockets.size <= MAX_CONNECTIONS) return;
      if (socket === this.#answering) continue;
      this.#sockets.delete(socket);
      socket.destroy();
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const callback = this.#callbackOf(request);
    const take = this.#take;
    if (!callback || !take) {
      response.writeHead(404, PAGE_HEADERS).end();
      return;
    }
    this.#take = undefined;
    this.#answering = request.socket;
    response.writeHead(200, { ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8' });
    response.end(callbackPage(callback.kind === 'code'));
    take(callback);
  }

  #callbackOf({ method, url = '', rawHeaders }: IncomingMessage): Callback | undefined {
    const expected = this.#expected;
    if (!expected || method !== 'GET') return undefined;
    const [path = '', ...query] = url.split('?');
    if (!isSame(path, new URL(this.address).pathname)) return undefined;
    const hosts = rawHeaders.filter(
      (_text, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host',
    );
    const allowed = [this.address, expected.redirectUri].map((address) => new URL(address).host);
    const [host = ''] = hosts;
    if (hosts.length !== 1 || !allowed.includes(host.toLowerCase())) return undefined;
    return readCallback(new URLSearchParams(query.join('?')), expected);
  }
}

const STYLE = `
:root { color-scheme: light dark; }
body {
  margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center;
  font: 15px/1.5 system-ui, sans-serif;
}
main { padding: 24px; max-width: 40ch; }
h1 { margin: 0 0 8px; font-size: 22px; font-weight: 600; line-height: 1.3; }
p { margin: 0; opacity: 0.8; }
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** Headers of every response: no caching, scripts, framing, referrer or external content. */
const PAGE_HEADERS: { readonly [name: string]: string } = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

/** Returns the final page, which never contains request data. */
function callbackPage(isDone: boolean): string {
  const title = isDone
    ? l10n.t('Back to Visual Studio Code')
    : l10n.t('The sign-in was not completed');
  const text = l10n.t('You can close this window and return to Visual Studio Code.');
  return (
    '<!doctype html><html><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escaped(title)}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></body></html>`
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export interface ExpectedCallback {
  readonly redirectUri: string;
  readonly state: string;
  readonly issuer: string;
}

export type Callback =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'refused'; readonly error: AppError };

const NAMES = ['state', 'code', 'error', 'error_subtype', 'iss'];

/**
 * Parses a response. Undefined if the state is missing, wrong or repeated, or if there is neither
 * code nor error; the sign-in then continues.
 */
function readCallback(
  sent: URLSearchParams,
  expected: Omit<ExpectedCallback, 'redirectUri'>,
): Callback | undefined {
  if (NAMES.some((name) => sent.getAll(name).length > 1)) return undefined;
  if (!isSame(sent.get('state') ?? '', expected.state)) return undefined;
  const iss = sent.get('iss');
  if (iss !== null && iss !== expected.issuer) {
    // RFC 9207 section 2.4: the code may belong to another server and must not be sent to ours.
    const error = new AppError(
      'otherIssuer',
      l10n.t('The response came from a different sign-in server than expected.'),
      { hint: l10n.t('Import the OAuth client file again, then sign in again.') },
    );
    return { kind: 'refused', error };
  }
  const refusal = sent.get('error') ?? '';
  if (refusal !== '') {
    const subtype = sent.get('error_subtype') ?? '';
    return { kind: 'refused', error: oauthError({ code: refusal, subtype }) };
  }
  const code = sent.get('code') ?? '';
  return code === '' ? undefined : { kind: 'code', code };
}

/** Compares two strings in constant time. */
function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

// In characters.
const MAX_PASTE_LENGTH = 16 * 1024;

/**
 * Parses a pasted redirect URL or its query, with the same checks as the receiver.
 * Throws `AppError` (`badPastedAddress`), without the text, if it doesn’t match; the sign-in continues.
 */
export function readPastedAddress(text: string, expected: ExpectedCallback): Callback {
  const pasted = text.trim();
  if (pasted === '' || pasted.length > MAX_PASTE_LENGTH) throw refuse();
  const query = queryOf(pasted, expected.redirectUri);
  if (query === undefined) {
    throw refuse(l10n.t('The beginning of the URL doesn’t match.'));
  }
  const callback = readCallback(query, expected);
  if (callback) return callback;
  throw refuse(l10n.t('The URL belongs to another sign-in or is incomplete.'));
}

function queryOf(pasted: string, redirectUri: string): URLSearchParams | undefined {
  if (/^[a-z][\w+.-]*:/i.test(pasted)) {
    if (!URL.canParse(pasted)) return undefined;
    const url = new URL(pasted);
    return isSame(placeOf(url), placeOf(new URL(redirectUri))) ? url.searchParams : undefined;
  }
  return /^\??[\w.~-]+=/.test(pasted) ? new URLSearchParams(pasted) : undefined;
}

function placeOf({ origin, username, password, pathname }: URL): string {
  return JSON.stringify([origin, username, password, pathname]);
}

function refuse(why?: string): AppError<'badPastedAddress'> {
  const what = l10n.t('This isn’t the redirect URL for this sign-in.');
  return new AppError('badPastedAddress', why === undefined ? what : `${what} ${why}`, {
    hint: l10n.t('After you allow access, copy the complete URL from the browser’s address bar.'),
  });
}
