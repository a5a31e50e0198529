import { AppError } from '../base/errors';

/**
 * The origin of a service as a person or a setting gives it. Throws `AppError` (`badEndpoint`), without
 * repeating what may be a secret, when it has a user or password, a path, a query or a fragment, another
 * scheme than http and https, or http to a host that is not this machine.
 */
export function parseEndpoint(text: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url) throw refuse('The endpoint is not an address.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refuse(
      `The endpoint starts with ${url.protocol}, but only https: and http: are possible.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('The endpoint has a user name or a password in it.');
  }
  if (text.includes('?')) throw refuse('The endpoint has a query in it.');
  if (text.includes('#')) throw refuse('The endpoint has a fragment in it.');
  if (url.pathname !== '/') throw refuse('The endpoint has a path in it.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refuse(
      `The endpoint ${url.host} would get the credential unencrypted: http is only possible to this machine.`,
    );
  }
  return url;
}

/** Whether a host name, as `URL.hostname` gives it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    /^127(?:\.\d{1,3}){3}$/.test(hostname) ||
    hostname === '[::1]' ||
    hostname === 'localhost' ||
    hostname.endsWith('.localhost')
  );
}

function refuse(message: string): AppError<'badEndpoint'> {
  return new AppError('badEndpoint', message, {
    hint: 'Give only scheme, host and port, such as https://generativelanguage.googleapis.com.',
  });
}
