import type { ResourceRef } from '../../catalog/ref';
import type { L10n } from '../../platform/l10n';
import type { PickItem } from '../../platform/prompts';
import type { Room } from '../room';
import { addCondition, askForCondition } from './askForCondition';
import { conditionText, replaceCondition, type ConditionPlace, type Filter } from './filter';
import { metadataKeys } from './metadataKeys';
import { operators } from './operators';

/** What a row of the filter asks for. */
export type FilterRow =
  { readonly kind: 'condition'; readonly place: ConditionPlace } | { readonly kind: 'add' };

/** A row for each condition, and one to add another. */
export function filterRows(filters: readonly Filter[], l10n: L10n): readonly PickItem<FilterRow>[] {
  const rows = filters.flatMap((filter, index) =>
    filter.conditions.map((condition, at): PickItem<FilterRow> => {
      const text = conditionText(filter, condition, l10n);
      return {
        label: at === 0 ? text : l10n.t('or {0}', text),
        icon: 'filter',
        value: { kind: 'condition', place: { filter: index, condition: at } },
      };
    }),
  );
  const add = { label: l10n.t('Add condition…'), icon: 'add', value: { kind: 'add' } } as const;
  return [...rows, add].map((row, index) =>
    index === 0 ? { ...row, separator: l10n.t('Conditions on metadata') } : row,
  );
}

/** Does what a row asks for; the same filters where the user changed their mind. */
export async function changeFilters(
  room: Room,
  source: ResourceRef,
  filters: readonly Filter[],
  row: FilterRow,
): Promise<readonly Filter[]> {
  if (row.kind === 'add') return (await addCondition(room, source, filters)) ?? filters;
  const { l10n, prompts, services, searches } = room;
  const { place } = row;
  const filter = filters[place.filter];
  const current = filter?.conditions[place.condition];
  if (!filter || !current) return filters;
  const wanted = await prompts.pick({ title: conditionText(filter, current, l10n) }, [
    { label: l10n.t('Change…'), icon: 'edit', value: 'change' as const },
    { label: l10n.t('Remove'), icon: 'trash', value: 'remove' as const },
  ]);
  if (wanted === 'remove') return replaceCondition(filters, place);
  if (wanted === undefined) return filters;
  const { type } = operators[current.operator];
  const seen = metadataKeys(source, services.store, searches.outcome?.results).find(
    (one) => one.level === filter.level && one.key === filter.key && one.type === type,
  );
  const changed = await askForCondition(room, seen ?? filter, current);
  return changed ? replaceCondition(filters, place, changed) : filters;
}
