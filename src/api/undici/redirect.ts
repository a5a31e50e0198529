import { TransportError } from '../errors/transportError';
import type { Redactor } from '../redact';
import type { PlainRequest } from '../request';
import type { Head } from './exchange';

const REDIRECTS = [301, 302, 303, 307, 308];

/** As browsers and curl have it, less: the service redirects nobody. */
export const MOST_REDIRECTS = 5;

export function isRedirect(head: Head): boolean {
  return REDIRECTS.includes(head.status);
}

/**
 * Where a redirect leads. Only a GET within the same origin is followed: elsewhere the credential would go
 * to somebody else, and a POST could do its work twice. Throws `TransportError` (`redirect`) for every other one.
 */
export function redirectTarget(
  head: Head,
  from: URL,
  method: PlainRequest['method'],
  redact: Redactor,
): URL {
  const location = head.headers.location ?? '';
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (!target || location === '') throw refuse(`${from.host} redirected to nowhere.`);
  if (target.origin !== from.origin) {
    // A host is in lower case, where a secret is no longer found.
    const isClean = redact(location) === location;
    const named = target.host === '' ? target.protocol : target.origin;
    const place = isClean ? named : 'another place';
    throw refuse(
      `${from.host} redirected to ${place}, which was not followed: it would get the credential.`,
    );
  }
  if (method !== 'GET') throw refuse(`${from.host} redirected a ${method}, which is not repeated.`);
  return target;
}

export function tooManyRedirects(host: string): TransportError {
  return new TransportError('redirect', `${host} redirected more than ${MOST_REDIRECTS} times.`, {
    hint: 'Check the endpoint of the connection.',
  });
}

function refuse(message: string): TransportError {
  return new TransportError('redirect', message, {
    hint: 'Check the endpoint of the connection; the network may also want you to sign in first.',
  });
}
