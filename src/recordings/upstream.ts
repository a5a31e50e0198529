import {
  type Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline as pipeInto, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createUnzip } from 'node:zlib';
import { AppError } from '../base/errors';

/** Where recordings are made unless another address is given. */
export const GOOGLE = 'https://generativelanguage.googleapis.com';

/** What is about this connection alone, and what would have the answer in a form that nobody can read. */
const NOT_RELAYED = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'accept-encoding',
  'content-length',
  'origin',
  'referer',
  'cookie',
  'x-emulator-control',
]);

/** Of answers. What leads a client to another address is left out too. */
const NOT_PASSED_ON = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'alt-svc',
  'strict-transport-security',
  'set-cookie',
  'trailer',
  'upgrade',
]);

/**
 * The address of an upstream without a slash at its end. Throws `AppError` for what is none, and for one to which a
 * credential would travel in the open.
 */
export function upstreamOf(text: string): string {
  if (!URL.canParse(text)) throw wrong(`--upstream must be an address, not ${text}.`);
  const { protocol, hostname, username, search, href } = new URL(text);
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere)) {
    throw wrong('--upstream must start with https, or be a localhost URL.');
  }
  if (username !== '' || search !== '') {
    throw wrong(
      '--upstream must not contain credentials or a query string. The client sends its own.',
    );
  }
  return href.replace(/\/+$/, '');
}

function wrong(message: string): AppError {
  return new AppError('badOption', message);
}

interface Relayed {
  readonly upstream: string;
  /** What connections there are made by; undefined for Node.js's own. */
  readonly agent: Agent | undefined;
  readonly method: string;
  /** With its query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | Readable;
  /** Headers in place of the caller's. */
  readonly instead?: { readonly [name: string]: string };
  readonly signal: AbortSignal;
}

/** Asks the upstream what was asked here. Rejects with `AppError` where it does not answer. */
export async function relay(relayed: Relayed): Promise<IncomingMessage> {
  const { upstream, agent, method, target, headers, body, instead = {}, signal } = relayed;
  const url = new URL(upstream + target);
  const kept = relayedHeaders(headers);
  const length =
    body instanceof Buffer
      ? { 'content-length': body.length }
      : headers['content-length'] === undefined
        ? {}
        : { 'content-length': headers['content-length'] };
  const hasBody = !(body instanceof Buffer) || body.length > 0 || method !== 'GET';
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const options = {
    method,
    signal,
    agent,
    headers: { ...kept, ...(hasBody ? length : {}), 'accept-encoding': 'identity', ...instead },
  };
  return await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, options, resolve);
    request.once('error', (cause) => {
      const message = `The upstream ${url.origin} does not answer: ${cause.message}.`;
      reject(new AppError('noUpstream', message, { cause }));
    });
    if (body instanceof Buffer) request.end(body);
    // What goes wrong shows in the request itself.
    else pipeline(body, request).catch(() => undefined);
  });
}

/** What has come goes on at once, and an empty body is no error. */
const ZIPPED = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

/**
 * The body of an upstream's answer as it comes, unpacked if the upstream has packed it nevertheless. Throws `AppError` for
 * another encoding.
 */
export function bodyIn(answer: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return answer as AsyncIterable<Buffer>;
  if (!['gzip', 'x-gzip', 'deflate'].includes(encoding)) {
    answer.destroy();
    const message = `The upstream answers in ${encoding}, which was not asked for.`;
    throw new AppError('noUpstream', message);
  }
  // Errors end the last stream, which is read.
  return pipeInto(answer, createUnzip(ZIPPED), () => undefined) as AsyncIterable<Buffer>;
}

/** Headers of a request that go on to an upstream. */
export function relayedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !NOT_RELAYED.has(name) && !name.startsWith('sec-websocket-'),
    ),
  );
}

/** Headers of an upstream's answer that go on to the client, with addresses of the upstream changed. */
export function passedOn(
  headers: IncomingHttpHeaders,
  upstream: string,
  own: string,
): { readonly [name: string]: string | string[] } {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    NOT_PASSED_ON.has(name) || value === undefined
      ? []
      : [[name, typeof value === 'string' ? value.replaceAll(upstream, own) : value] as const],
  );
  return Object.fromEntries(kept);
}
