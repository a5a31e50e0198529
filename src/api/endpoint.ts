import { AppError } from '../base/errors';
import { containsSecret as looksLikeSecret } from './redact';

const GOOGLE = 'generativelanguage.googleapis.com';
export const GOOGLE_ORIGIN = `https://${GOOGLE}`;

const VERSION_AT_END = /\/(?:v1|v1alpha|v1beta|v1beta3)(?:\/models)?$/;

/**
 * Parses a base URL and strips an API version suffix. Throws `AppError` (`badEndpoint`), without quoting secrets,
 * for credentials, a query, a fragment, other schemes than HTTP(S), or HTTP to a remote host.
 */
export function parseEndpoint(text: string): URL {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (!url) throw refuse(whyNoAddress(trimmed));
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refuse(
      looksLikeSecret(trimmed)
        ? 'The endpoint looks like a key or another secret.'
        : `The endpoint starts with ${url.protocol}, but only https: and http: are possible.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('The endpoint has a user name or a password in it.');
  }
  if (trimmed.includes('?')) throw refuse('The endpoint has a query in it.');
  if (trimmed.includes('#')) throw refuse('The endpoint has a fragment in it.');
  if (looksLikeSecret(trimmed)) {
    throw refuse('The endpoint has what looks like a key or another secret in it.');
  }
  if (url.port === '0') throw refuse(NO_PORT);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    const message = `The endpoint ${url.host} would get the credential unencrypted.`;
    throw refuse(message, 'Use https; http works only for this machine.');
  }
  url.pathname = url.pathname.replace(/\/+$/, '').replace(VERSION_AT_END, '');
  if (url.hostname === GOOGLE && url.pathname !== '/') {
    throw refuse(`The endpoint has a path in it, which ${GOOGLE} does not have.`);
  }
  return url;
}

export function formatEndpoint(url: URL): string {
  return `${url.origin}${basePathOf(url)}`;
}

/** Returns the path prefix of all requests: empty, or without a trailing slash. */
export function basePathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '');
}

export function endpointName(endpoint: string): string {
  return endpoint.replace(/^https?:\/\//, '');
}

/**
 * Whether a `URL.hostname` is this machine. Excludes subdomains of `localhost`, which Node.js resolves through DNS.
 */
export function isLoopback(hostname: string): boolean {
  return /^127(?:\.\d{1,3}){3}$/.test(hostname) || hostname === '[::1]' || hostname === 'localhost';
}

const NO_PORT = 'The port in the endpoint is not a number from 1 to 65535.';

function whyNoAddress(text: string): string {
  if (looksLikeSecret(text)) return 'The endpoint looks like a key or another secret.';
  const withoutPort = text.replace(/^(https?:\/\/[^/?#@]*):\d+(?=$|[/?#])/i, '$1');
  return withoutPort !== text && URL.canParse(withoutPort)
    ? NO_PORT
    : 'The endpoint is not an address.';
}

const EXAMPLE =
  'Enter an address such as https://generativelanguage.googleapis.com, with the path of a gateway where it has one.';

function refuse(message: string, hint = EXAMPLE): AppError<'badEndpoint'> {
  return new AppError('badEndpoint', message, { hint });
}
