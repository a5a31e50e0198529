import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { kindRow } from '../../catalog/kinds/index';
import { refKey, type ResourceRef } from '../../catalog/ref';
import type { PickItem } from '../../platform/prompts';
import { nameOf } from '../../service/store';
import { corporaOf } from '../chooseResource';
import type { ResourceHandler, ResourcesContext } from '../context';
import { changeFilters, type FilterRow, filterRows } from './askForCondition';
import {
  DEFAULT_RESULTS,
  documentLabel,
  isSource,
  MAX_RESULTS,
  resultsOf,
  searchCall,
  type SearchRequest,
} from './filter';

export const searchResource: ResourceHandler = async (context, targets) => {
  const source = await askForSource(context, targets, l10n.t('Search'));
  if (source) await searchSource(context, source);
};

export async function searchSource(
  context: ResourcesContext,
  source: ResourceRef,
  query?: string,
): Promise<void> {
  const { searches, services } = context;
  const label = sourceLabel(context, source);
  const request = await askForSearch(context, source, label, query);
  if (!request) return;
  const controller = new AbortController();
  const { id, input } = searchCall(source, request);
  const title = l10n.t('Searching {0}', label);
  await searches.run({ source, sourceLabel: label, request }, controller, () =>
    delayedProgress(context, title, controller, async (signal) =>
      resultsOf(await services.calls.call(source, id, input, { signal }), source),
    ),
  );
}

type Row =
  | FilterRow
  | { readonly kind: 'search' }
  | { readonly kind: 'query' }
  | { readonly kind: 'count' };

/**
 * Asks for a query and filters, starting with the last request for the same source or a given
 * query. Undefined if dismissed.
 */
async function askForSearch(
  context: ResourcesContext,
  source: ResourceRef,
  label: string,
  query?: string,
): Promise<SearchRequest | undefined> {
  const { prompts, searches } = context;
  const last = searches.lastSearch(source);
  const title = l10n.t('Search {0}', label);
  const typed = await askForWords(context, title, query ?? last?.query);
  if (typed === undefined) return undefined;
  let request: SearchRequest = {
    query: typed,
    filters: last?.filters ?? [],
    count: last?.count ?? DEFAULT_RESULTS,
  };
  for (;;) {
    const row = await prompts.pick(
      { title, placeholder: l10n.t('Press Enter to search, or select an option to change') },
      searchRows(request),
    );
    if (!row) return undefined;
    if (row.kind === 'search') return request;
    request = { ...request, ...(await change(context, source, title, row, request)) };
  }
}

async function change(
  context: ResourcesContext,
  source: ResourceRef,
  title: string,
  row: Exclude<Row, { readonly kind: 'search' }>,
  { query, filters, count }: SearchRequest,
): Promise<Partial<SearchRequest>> {
  if (row.kind === 'query') {
    return { query: (await askForWords(context, title, query)) ?? query };
  }
  if (row.kind === 'count') {
    const prompt = l10n.t('Enter the maximum number of results (1 to {0})', MAX_RESULTS);
    const limits = { value: count, most: MAX_RESULTS };
    return { count: (await askForCount(context, title, prompt, limits)) ?? count };
  }
  return { filters: await changeFilters(context, source, filters, row) };
}

async function askForWords(
  context: ResourcesContext,
  title: string,
  value: string | undefined,
): Promise<string | undefined> {
  return await askForQuery(context, title, l10n.t('Enter a search query'), value);
}

function searchRows(request: SearchRequest): readonly PickItem<Row>[] {
  const { query, filters, count } = request;
  return [
    { label: l10n.t('Search'), icon: 'search', active: true, value: { kind: 'search' } },
    { label: l10n.t('Query: {0}', query), icon: 'edit', value: { kind: 'query' } },
    { label: l10n.t('Results: {0}', count), icon: 'list-ordered', value: { kind: 'count' } },
    ...filterRows(filters),
  ];
}

/** Delay before progress is shown, in ms. */
const PROGRESS_DELAY = 1000;

/** Runs work. Shows a cancelable notification only after a delay, because most searches are fast. */
export async function delayedProgress<T>(
  { clock, progress }: Pick<ResourcesContext, 'clock' | 'progress'>,
  title: string,
  controller: AbortController,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const running = work(controller.signal);
  const timer = clock.schedule(PROGRESS_DELAY, () => {
    const shown = progress(title, (signal) => {
      signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
      return running;
    });
    // The caller of the work handles the error.
    shown.catch(() => undefined);
  });
  try {
    return await running;
  } finally {
    timer.dispose();
  }
}

/** Returns the clicked source, or asks for one, with the last searched first. Undefined if dismissed. */
export async function askForSource(
  context: ResourcesContext,
  targets: readonly ResourceRef[],
  title: string,
): Promise<ResourceRef | undefined> {
  const clicked = targets[0];
  if (clicked && isSource(clicked)) return clicked;
  const { prompts, services, searches } = context;
  const collection = corporaOf(context);
  if (!collection) throw noCorpora();
  const { connection, version, kind } = collection;
  const last = searches.source?.connection === connection ? searches.source : undefined;
  const rows = async (): Promise<PickItem<ResourceRef>[]> => {
    const { items } = await services.store.loadAll(collection);
    const all = items
      .map((item) => ({ connection, version, kind, name: nameOf(item) }))
      .filter(isSource);
    const others = all.filter((ref) => !last || refKey(ref) !== refKey(last));
    const sources = [...(last ? [last] : []), ...others];
    if (sources.length === 0) throw noCorpora();
    return sources.map((ref) => ({
      label: sourceLabel(context, ref),
      description: ref === last ? l10n.t('last searched') : ref.name,
      icon: kindRow(ref.kind).icon,
      value: ref,
    }));
  };
  const placeholder = l10n.t(
    'Select a corpus. To search a document, use its menu in the Resources view.',
  );
  return await prompts.pick({ title, placeholder }, rows());
}

export function sourceLabel({ services }: ResourcesContext, source: ResourceRef): string {
  if (source.kind === 'document') return documentLabel(source, services.store);
  const { name } = source;
  return kindRow('corpus').label({ ...services.store.find(source), name });
}

function noCorpora(): AppError {
  return new AppError('nothingToSearch', l10n.t('No corpora to search.'), {
    hint: l10n.t('Create one in the Resources view first.'),
  });
}

export async function askForQuery(
  { prompts }: ResourcesContext,
  title: string,
  prompt: string,
  value: string | undefined,
): Promise<string | undefined> {
  return await prompts.input({
    title,
    prompt,
    ...(value === undefined ? {} : { value }),
    validate: (text) => (text.trim() === '' ? l10n.t('Enter a search query.') : undefined),
  });
}

export async function askForCount(
  { prompts }: ResourcesContext,
  title: string,
  prompt: string,
  { value, most }: { readonly value: number; readonly most: number },
): Promise<number | undefined> {
  const read = (text: string): number | undefined => {
    const number = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
    return number >= 1 && number <= most ? number : undefined;
  };
  const typed = await prompts.input({
    title,
    prompt,
    value: String(value),
    validate: (text) =>
      read(text) === undefined ? l10n.t('Enter a whole number from 1 to {0}.', most) : undefined,
  });
  return typed === undefined ? undefined : read(typed);
}
