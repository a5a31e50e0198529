import type { ResourceRef } from '../../catalog/ref';
import type { PickItem } from '../../platform/prompts';
import type { Room } from '../room';
import { askForCount } from './askForCount';
import { askForQuery } from './askForQuery';
import { changeFilters, filterRows, type FilterRow } from './filterRows';
import { DEFAULT_RESULTS, MOST_RESULTS, type SearchRequest } from './searchRequest';

type Row =
  FilterRow | { readonly kind: 'search' } | { readonly kind: 'query' } | { readonly kind: 'count' };

/**
 * Asks for a query, and then for conditions on metadata until the user searches. Begins with what was asked
 * last of the same source, or with a given query. Undefined when dismissed.
 */
export async function askForSearch(
  room: Room,
  source: ResourceRef,
  label: string,
  query?: string,
): Promise<SearchRequest | undefined> {
  const { l10n, prompts, searches } = room;
  const last = searches.lastSearch(source);
  const title = l10n.t('Search {0}', label);
  const typed = await askForWords(room, title, query ?? last?.query);
  if (typed === undefined) return undefined;
  let request: SearchRequest = {
    query: typed,
    filters: last?.filters ?? [],
    count: last?.count ?? DEFAULT_RESULTS,
  };
  for (;;) {
    const row = await prompts.pick(
      { title, placeholder: l10n.t('Enter searches') },
      searchRows(room, request),
    );
    if (!row) return undefined;
    if (row.kind === 'search') return request;
    request = { ...request, ...(await change(room, source, title, row, request)) };
  }
}

/** What a row changes; nothing where the user changed their mind. */
async function change(
  room: Room,
  source: ResourceRef,
  title: string,
  row: Exclude<Row, { readonly kind: 'search' }>,
  { query, filters, count }: SearchRequest,
): Promise<Partial<SearchRequest>> {
  const { l10n } = room;
  if (row.kind === 'query') {
    return { query: (await askForWords(room, title, query)) ?? query };
  }
  if (row.kind === 'count') {
    const prompt = l10n.t('Results at most, 1 to {0}', MOST_RESULTS);
    const limits = { value: count, most: MOST_RESULTS };
    return { count: (await askForCount(room, title, prompt, limits)) ?? count };
  }
  return { filters: await changeFilters(room, source, filters, row) };
}

async function askForWords(
  room: Room,
  title: string,
  value: string | undefined,
): Promise<string | undefined> {
  return await askForQuery(room, title, room.l10n.t('What to look for, in words'), value);
}

function searchRows({ l10n }: Room, request: SearchRequest): readonly PickItem<Row>[] {
  const { query, filters, count } = request;
  return [
    { label: l10n.t('Search'), icon: 'search', active: true, value: { kind: 'search' } },
    ...filterRows(filters, l10n),
    {
      label: l10n.t('Query: {0}', query),
      icon: 'edit',
      separator: '',
      value: { kind: 'query' },
    },
    { label: l10n.t('Results: {0}', count), icon: 'list-ordered', value: { kind: 'count' } },
  ];
}
