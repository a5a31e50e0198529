import type { L10n } from '../../platform/l10n';
import { filtersText } from './filter';
import type { Search, SearchOutcome } from './searches';

/** What the view says over its rows while a search runs. */
export function runningText({ sourceLabel, request }: Search, l10n: L10n): string {
  return l10n.t('Searching for “{0}” in {1}…', request.query, sourceLabel);
}

/** What the view says over its rows: how many, of what, where; and what may help where there are none. */
export function outcomeText({ sourceLabel, request, results }: SearchOutcome, l10n: L10n): string {
  const { query, filters } = request;
  const conditions = filtersText(filters, l10n);
  const where = conditions === '' ? '' : l10n.t('Only where {0}.', conditions);
  if (results.length > 0) {
    const found =
      results.length === 1
        ? l10n.t('1 result for “{0}” in {1}.', query, sourceLabel)
        : l10n.t('{0} results for “{1}” in {2}.', results.length, query, sourceLabel);
    return [found, where].filter(Boolean).join(' ');
  }
  const nothing = l10n.t('No results for “{0}” in {1}.', query, sourceLabel);
  const help =
    conditions === ''
      ? l10n.t('Only active chunks are searched: new ones take a moment, failed ones never are.')
      : l10n.t(
          'A condition finds nothing where the metadata is missing or has another type of value. Only active chunks are searched.',
        );
  return [nothing, where, help].filter(Boolean).join(' ');
}
