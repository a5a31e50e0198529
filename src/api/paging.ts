import { TransportError } from './errors/transportError';

/**
 * The token of the page after this one; undefined at the end of a list. Throws `TransportError`
 * (`incomplete`) where it is the token that this page was asked for with: the list would never end.
 */
export function nextPageToken(
  page: { readonly nextPageToken?: unknown },
  asked: string | undefined,
): string | undefined {
  const token = page.nextPageToken;
  if (typeof token !== 'string' || token === '') return undefined;
  if (token !== asked) return token;
  throw new TransportError(
    'incomplete',
    'The service gave the same page twice; the list is not complete.',
    { hint: 'Refresh the list.' },
  );
}
