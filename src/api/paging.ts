import { TransportError } from './errors';
import type { OperationRow } from './operations/row';
import type { JsonObject } from './schema/row';

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
 * Returns the next page token. Undefined at the end. Throws `TransportError` (`incomplete`) if a token repeats,
 * which would loop forever.
 * @param asked page tokens used so far
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
    'The API returned the same page twice, so the list is incomplete.',
    { hint: 'Refresh the list.' },
  );
}
