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

export const GOOGLE = 'https://generativelanguage.googleapis.com';

/** Headers of the connection, and headers that would compress the response. */
const OMITTED_REQUEST_HEADERS = new Set([
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

/** Response headers of the connection, and headers that redirect clients elsewhere. */
const OMITTED_RESPONSE_HEADERS = new Set([
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
 * Validates an upstream URL and removes trailing slashes. Throws `AppError` if invalid, or if credentials would be sent
 * unencrypted.
 */
export function upstreamOf(text: string): string {
  if (!URL.canParse(text)) throw wrong(`--upstream must be a URL, not ${text}.`);
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

interface RelayTarget {
  readonly upstream: string;
  readonly agent: Agent | undefined;
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | Readable;
  readonly instead?: { readonly [name: string]: string };
  readonly signal: AbortSignal;
}

/** Sends a request to the upstream. Rejects with `AppError` if there is no response. */
export async function relay(relayed: RelayTarget): Promise<IncomingMessage> {
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
      const message = `The upstream ${url.origin} didn’t respond: ${cause.message}.`;
      reject(new AppError('noUpstream', message, { cause }));
    });
    if (body instanceof Buffer) request.end(body);
    // Errors surface in the request itself.
    else pipeline(body, request).catch(() => undefined);
  });
}

/** Flushes partial data immediately. Empty bodies aren't errors. */
const ZIPPED = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

/**
 * Returns the response body, decompressed if the upstream compressed it anyway. Throws `AppError` for other encodings.
 */
export function bodyIn(answer: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return answer as AsyncIterable<Buffer>;
  if (!['gzip', 'x-gzip', 'deflate'].includes(encoding)) {
    answer.destroy();
    const message = `The response of the upstream has the unsupported encoding ${encoding}.`;
    throw new AppError('noUpstream', message);
  }
  // Errors propagate to the last stream.
  return pipeInto(answer, createUnzip(ZIPPED), () => undefined) as AsyncIterable<Buffer>;
}

export function relayedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !OMITTED_REQUEST_HEADERS.has(name) && !name.startsWith('sec-websocket-'),
    ),
  );
}

export function relayedResponseHeaders(
  headers: IncomingHttpHeaders,
  upstream: string,
  own: string,
): { readonly [name: string]: string | string[] } {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    OMITTED_RESPONSE_HEADERS.has(name) || value === undefined
      ? []
      : [[name, typeof value === 'string' ? value.replaceAll(upstream, own) : value] as const],
  );
  return Object.fromEntries(kept);
}
