import { TransportError } from './errors/transportError';

/**
 * The token of the page after this one; undefined at the end of a list. Throws `TransportError`
 * (`incomplete`) where a page was asked for with it before: the list would never end.
 *
 * @param asked tokens that pages of this list were asked for with.
 */
export function nextPageToken(
  page: { readonly nextPageToken?: unknown },
  asked: ReadonlySet<string>,
): string | undefined {
  const token = page.nextPageToken;
  if (typeof token !== 'string' || token === '') return undefined;
  if (!asked.has(token)) return token;
  throw new TransportError(
    'incomplete',
    'The service gave the same page twice; the list is not complete.',
    { hint: 'Refresh the list.' },
  );
}
