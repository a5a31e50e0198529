import { TransportError } from './errors';
import type { OperationRow } from './operations/row';
import type { JsonObject } from './schema/row';

/** How a list names the parameters of its pages, and an answer of it the token of the next one. */
interface PageNames {
  readonly size: string;
  readonly token: string;
  readonly next: string;
}

const CAMEL: PageNames = { size: 'pageSize', token: 'pageToken', next: 'nextPageToken' };
const SNAKE: PageNames = { size: 'page_size', token: 'page_token', next: 'next_page_token' };

export function pageNames(row: Pick<OperationRow, 'case'>): PageNames {
  return row.case === 'snake' ? SNAKE : CAMEL;
}

/** The parameters that ask a list for its largest pages, and for the one that a token stands for. */
export function pageInput(
  row: Pick<OperationRow, 'case' | 'paging'>,
  token: string | undefined,
): { readonly [name: string]: string | number } {
  const names = pageNames(row);
  return {
    ...(row.paging?.max === undefined ? {} : { [names.size]: row.paging.max }),
    ...(token === undefined ? {} : { [names.token]: token }),
  };
}

/**
 * The token of the page after this one; undefined at the end of a list. Throws `TransportError`
 * (`incomplete`) where a page was asked for with it before: the list would never end.
 *
 * @param asked tokens that pages of this list were asked for with.
 */
export function nextPageToken(
  row: Pick<OperationRow, 'case'>,
  page: JsonObject,
  asked: ReadonlySet<string>,
): string | undefined {
  const token = page[pageNames(row).next];
  if (typeof token !== 'string' || token === '') return undefined;
  if (!asked.has(token)) return token;
  throw new TransportError(
    'incomplete',
    'The service gave the same page twice; the list is not complete.',
    { hint: 'Refresh the list.' },
  );
}
