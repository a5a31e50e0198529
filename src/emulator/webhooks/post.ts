import { type ClientRequest, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { isLoopback } from '../../api/endpoint';
import { errorMessage } from '../../base/errors';

// The only module that opens outgoing connections, and only to this machine.

interface WebhookRequest {
  readonly uri: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

export interface PostResult {
  readonly status?: number;
  readonly problem?: string;
}

// Idle timeout in ms.
const TIMEOUT = 10_000;

/**
 * Returns the local IP addresses of a URL. Empty for other machines. Doesn't use DNS, which would already
 * contact other machines; `localhost` is local by definition.
 */
export function addressesOf(uri: string): readonly string[] {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return [];
  const { hostname } = url;
  if (!isLoopback(hostname)) return [];
  return hostname === 'localhost' ? ['127.0.0.1', '::1'] : [hostname.replaceAll(/[[\]]/g, '')];
}

/** Posts to a local address. Follows no redirects and never rejects. */
export async function post(mail: WebhookRequest, signal: AbortSignal): Promise<PostResult> {
  let answered: PostResult = { problem: 'The URL isn’t on this machine.' };
  for (const address of addressesOf(mail.uri)) {
    answered = await sent(mail, address, signal);
    if (answered.problem !== REFUSED) break;
  }
  return answered;
}

const REFUSED = 'No server is listening there.';

function sent(
  { uri, headers, body }: WebhookRequest,
  address: string,
  signal: AbortSignal,
): Promise<PostResult> {
  const url = new URL(uri);
  const isPlain = url.protocol === 'http:';
  const options: RequestOptions = {
    host: address,
    port: url.port === '' ? (isPlain ? 80 : 443) : url.port,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    agent: false,
    signal,
    headers: { host: url.host, 'content-length': String(Buffer.byteLength(body)), ...headers },
  };
  return new Promise((resolve) => {
    const request: ClientRequest = isPlain
      ? overHttp(options)
      : overHttps({ ...options, servername: url.hostname });
    request.setTimeout(TIMEOUT, () => request.destroy(new Error('The server isn’t responding.')));
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
