import type { IncomingMessage } from 'node:http';
import { StatusError } from '../status';

/** Sign-in page, which other sites must be able to open. */
const SIGN_IN = '/o/oauth2/v2/auth';

/**
 * Blocks cross-site requests from browsers and DNS rebinding: checks `Host`, `Origin` and
 * `Sec-Fetch-*`. Runs before routing.
 */
export class Guard {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;

  /**
   * @param names host names in the network, without port.
   * @param allowHosts more `Host` values, such as `localhost:3000`.
   */
  constructor(
    port: number,
    {
      scheme,
      names,
      allowHosts,
    }: {
      readonly scheme: 'http' | 'https';
      readonly names: readonly string[];
      readonly allowHosts: readonly string[];
    },
  ) {
    const own = ['127.0.0.1', 'localhost', '[::1]', ...names].map((name) => `${name}:${port}`);
    this.#hosts = new Set([...own, ...allowHosts].map((host) => host.toLowerCase()));
    this.#origins = new Set([...this.#hosts].map((host) => `${scheme}://${host}`));
  }

  /** Throws 403 or 415. */
  check(request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>): void {
    const { headers } = request;
    const path = request.url?.split('?')[0] ?? '';
    const hosts = request.rawHeaders.filter(
      (text, index) => index % 2 === 0 && text.toLowerCase() === 'host',
    );
    if (hosts.length !== 1 || !this.#hosts.has((headers.host ?? '').toLowerCase())) {
      throw new StatusError(
        403,
        'The emulator doesn’t serve this host name. Use the URL that it printed, or start it ' +
          'with --allow-host HOST:PORT.',
      );
    }
    if (headers.origin !== undefined && !this.#origins.has(headers.origin.toLowerCase())) {
      throw new StatusError(403, 'The emulator rejects requests from other origins.');
    }
    const site = headers['sec-fetch-site'];
    if ((site === 'cross-site' || site === 'same-site') && !isSignIn(request, path)) {
      throw new StatusError(403, 'The emulator rejects requests from other sites.');
    }
    const hasBody = !['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(request.method ?? '');
    const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
    const types = contentTypes(path);
    if (hasBody && !types.includes(ANY_TYPE) && !types.includes(type ?? '')) {
      throw new StatusError(415, `The emulator accepts only ${types[0]}.`);
    }
  }
}

/**
 * Allows only top-level navigation: opening the page has no effect, and its form can't be sent from
 * other sites.
 */
function isSignIn(request: Pick<IncomingMessage, 'method' | 'headers'>, path: string): boolean {
  const { headers, method } = request;
  const isTab =
    headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return method === 'GET' && path === SIGN_IN && isTab;
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const ANY_TYPE = '*/*';

/**
 * Allowed request body types by path; the first match counts. An empty type allows a missing
 * `Content-Type`.
 */
const bodyTypes: readonly { readonly path: RegExp; readonly types: readonly string[] }[] = [
  { path: /^\/(o\/oauth2\/v2\/auth|token)$/, types: [FORM] },
  // Google's client libraries send the token in the query, without a body.
  { path: /^\/revoke$/, types: [FORM, ''] },
  { path: /^\/(resumable\/)?upload\//, types: [ANY_TYPE] },
  { path: /\/(interactions\/[^/]+\/cancel|triggers\/[^/]+\/executions)$/, types: [JSON_TYPE, ''] },
  { path: /^\//, types: [JSON_TYPE] },
];

function contentTypes(path: string): readonly string[] {
  return bodyTypes.find((row) => row.path.test(path))?.types ?? [JSON_TYPE];
}
