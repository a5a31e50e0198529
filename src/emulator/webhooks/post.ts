import { type ClientRequest, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { isLoopback } from '../../api/endpoint';
import { errorMessage } from '../../base/errors';

// The one place of the emulator that opens connections: to this machine, and to no other.

/** What is sent. */
export interface Mail {
  readonly uri: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** What came of it: a status, or why there is none. */
export interface Answered {
  readonly status?: number;
  readonly problem?: string;
}

// Milliseconds without a sign of life.
const TIMEOUT = 10_000;

/**
 * The addresses of this machine that a target leads to, none where it leads anywhere else. No name is looked up: that
 * would already tell other machines, and `localhost` is this one by its definition.
 */
export function addressesOf(uri: string): readonly string[] {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return [];
  const { hostname } = url;
  if (!isLoopback(hostname)) return [];
  return hostname === 'localhost' ? ['127.0.0.1', '::1'] : [hostname.replaceAll(/[[\]]/g, '')];
}

/** Posts to an address of this machine. Follows nothing, and never rejects. */
export async function post(mail: Mail, signal: AbortSignal): Promise<Answered> {
  let answered: Answered = { problem: 'It is no address of this machine.' };
  for (const address of addressesOf(mail.uri)) {
    answered = await sent(mail, address, signal);
    if (answered.problem !== REFUSED) break;
  }
  return answered;
}

const REFUSED = 'Nothing listens there.';

function sent(
  { uri, headers, body }: Mail,
  address: string,
  signal: AbortSignal,
): Promise<Answered> {
  const url = new URL(uri);
  const isPlain = url.protocol === 'http:';
  const options: RequestOptions = {
    ...{ host: address, port: url.port === '' ? (isPlain ? 80 : 443) : url.port },
    ...{ path: `${url.pathname}${url.search}`, method: 'POST', agent: false, signal },
    headers: { host: url.host, 'content-length': String(Buffer.byteLength(body)), ...headers },
  };
  return new Promise((resolve) => {
    const request: ClientRequest = isPlain
      ? overHttp(options)
      : overHttps({ ...options, servername: url.hostname });
    request.setTimeout(TIMEOUT, () => request.destroy(new Error('It does not answer.')));
    request.once('response', (response) => {
      response.on('error', () => undefined).resume();
      resolve({ status: response.statusCode ?? 0 });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      resolve({ problem: error.code === 'ECONNREFUSED' ? REFUSED : errorMessage(error) });
    });
    request.end(body);
  });
}
