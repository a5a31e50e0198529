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
  if (!url) throw refuse(endpointProblem(trimmed));
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refuse(
      looksLikeSecret(trimmed)
        ? 'The endpoint looks like a key or another secret.'
        : `The endpoint must use https or http, not “${url.protocol}”.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('Remove the username and password from the endpoint URL.');
  }
  if (trimmed.includes('?')) throw refuse('Remove the query string from the endpoint URL.');
  if (trimmed.includes('#')) throw refuse('Remove the fragment from the endpoint URL.');
  if (looksLikeSecret(trimmed)) {
    throw refuse('The endpoint URL contains what looks like a key or another secret.');
  }
  if (url.port === '0') throw refuse(NO_PORT);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    const message = `Credentials would be sent to ${url.host} unencrypted.`;
    throw refuse(message, 'Use https. Only localhost can use http.');
  }
  url.pathname = url.pathname.replace(/\/+$/, '').replace(VERSION_AT_END, '');
  if (url.hostname === GOOGLE && url.pathname !== '/') {
    throw refuse(`Remove the path from the endpoint URL. ${GOOGLE} doesn’t use one.`);
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

const NO_PORT = 'The port in the endpoint must be a number from 1 to 65535.';

function endpointProblem(text: string): string {
  if (looksLikeSecret(text)) return 'The endpoint looks like a key or another secret.';
  const withoutPort = text.replace(/^(https?:\/\/[^/?#@]*):\d+(?=$|[/?#])/i, '$1');
  return withoutPort !== text && URL.canParse(withoutPort)
    ? NO_PORT
    : 'The endpoint isn’t a valid URL.';
}

const EXAMPLE =
  'Enter a URL such as https://generativelanguage.googleapis.com. For a gateway, include its path.';

function refuse(message: string, hint = EXAMPLE): AppError<'badEndpoint'> {
  return new AppError('badEndpoint', message, { hint });
}
