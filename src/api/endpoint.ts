import { AppError } from '../base/errors';
import { containsSecret as looksLikeSecret } from './redact';

/** Where Google has the service; there it begins at the root. */
const GOOGLE = 'generativelanguage.googleapis.com';
export const GOOGLE_ORIGIN = `https://${GOOGLE}`;

// What an address has at its end that was copied from a request, or from the settings of another client.
const VERSION_AT_END = /\/(?:v1|v1alpha|v1beta|v1beta3)(?:\/models)?$/;

/**
 * The place of a service as a person or a setting gives it: scheme, host, port, and the path before that of
 * every request, which gateways have. A version at its end is not part of it. Throws `AppError`
 * (`badEndpoint`), without repeating what may be a secret, when it has a user or password, a query, a fragment
 * or what looks like a key, another scheme than http and https, no such port, or http to a host that is not
 * this machine.
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

/** An endpoint as it is written down: origin and path, without a slash at the end. */
export function formatEndpoint(url: URL): string {
  return `${url.origin}${basePathOf(url)}`;
}

/** What stands before the path of every request: empty, or a path without a slash at its end. */
export function basePathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '');
}

/** An endpoint, as `formatEndpoint` gives it, for messages: host, port, and the path where it has one. */
export function endpointName(endpoint: string): string {
  return endpoint.replace(/^https?:\/\//, '');
}

/**
 * Whether a host name, as `URL.hostname` gives it, is this machine. Names below `localhost` are not: browsers take them
 * for it, but Node asks the name server, which may answer anything.
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
