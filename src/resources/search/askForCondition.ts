import * as l10n from '@vscode/l10n';
import type { ResourceRef } from '../../catalog/ref';
import type { PickItem } from '../../platform/prompts';
import type { ResourcesContext } from '../context';
import {
  type Condition,
  type ConditionPlace,
  conditionText,
  type Filter,
  keyText,
  type OperatorId,
  operatorIds,
  operators,
  replaceCondition,
  typeName,
  withCondition,
} from './filter';
import { askForKey, type ChosenKey, metadataKeys } from './metadataKeys';

export type FilterRow =
  | { readonly kind: 'condition'; readonly place: ConditionPlace }
  | { readonly kind: 'add' };

export function filterRows(filters: readonly Filter[]): readonly PickItem<FilterRow>[] {
  const rows = filters.flatMap((filter, index) =>
    filter.conditions.map((condition, at): PickItem<FilterRow> => {
      const text = conditionText(filter, condition);
      return {
        label: at === 0 ? text : l10n.t('or {0}', text),
        icon: 'filter',
        value: { kind: 'condition', place: { filter: index, condition: at } },
      };
    }),
  );
  const add = { label: l10n.t('Add condition…'), icon: 'add', value: { kind: 'add' } } as const;
  return [...rows, add].map((row, index) =>
    index === 0 ? { ...row, separator: l10n.t('Metadata conditions') } : row,
  );
}

export async function changeFilters(
  context: ResourcesContext,
  source: ResourceRef,
  filters: readonly Filter[],
  row: FilterRow,
): Promise<readonly Filter[]> {
  if (row.kind === 'add') return (await addCondition(context, source, filters)) ?? filters;
  const { prompts, services, searches } = context;
  const { place } = row;
  const filter = filters[place.filter];
  const current = filter?.conditions[place.condition];
  if (!filter || !current) return filters;
  const wanted = await prompts.pick({ title: conditionText(filter, current) }, [
    { label: l10n.t('Change…'), icon: 'edit', value: 'change' as const },
    { label: l10n.t('Remove'), icon: 'trash', value: 'remove' as const },
  ]);
  if (wanted === 'remove') return replaceCondition(filters, place);
  if (wanted === undefined) return filters;
  const { type } = operators[current.operator];
  const seen = metadataKeys(source, services.store, searches.outcome?.results).find(
    (one) => one.level === filter.level && one.key === filter.key && one.type === type,
  );
  const changed = await askForCondition(context, seen ?? filter, current);
  return changed ? replaceCondition(filters, place, changed) : filters;
}

/** Maximum of a 32-bit float, which the API uses. */
const MAX_FLOAT = 3.4028234663852886e38;

async function addCondition(
  context: ResourcesContext,
  source: ResourceRef,
  filters: readonly Filter[],
): Promise<readonly Filter[] | undefined> {
  const key = await askForKey(context, source);
  const condition = key && (await askForCondition(context, key));
  if (!key || !condition) return undefined;
  const isKnown = filters.some((one) => one.level === key.level && one.key === key.key);
  const join = isKnown ? await askForJoin(context, key) : 'and';
  return join && withCondition(filters, key, condition, join);
}

async function askForCondition(
  context: ResourcesContext,
  key: ChosenKey,
  current?: Condition,
): Promise<Condition | undefined> {
  const { prompts } = context;
  const ids = operatorIds(key.type);
  const rows = ids.map((id, index): PickItem<OperatorId> => {
    const { type } = operators[id];
    const before = ids[index - 1];
    const isFirst = before === undefined || operators[before].type !== type;
    return {
      label: operators[id].label(),
      value: id,
      ...(isFirst ? { separator: typeName(type) } : {}),
      ...(id === current?.operator ? { active: true } : {}),
    };
  });
  const title = l10n.t('Condition on {0}', keyText(key));
  const operator = await prompts.pick({ title, placeholder: l10n.t('Select an operator') }, rows);
  const value = operator && (await askForValue(context, key, operator, current));
  return operator && value !== undefined ? { operator, value } : undefined;
}

async function askForValue(
  context: ResourcesContext,
  key: ChosenKey,
  operator: OperatorId,
  current: Condition | undefined,
): Promise<string | number | undefined> {
  const { prompts } = context;
  const { type, label } = operators[operator];
  const title = `${keyText(key)} ${label()}`;
  if (type === 'number') {
    const typed = await prompts.input({
      title,
      prompt: l10n.t('Enter a number to compare with'),
      ...(typeof current?.value === 'number' ? { value: String(current.value) } : {}),
      ...(key.values?.[0] === undefined ? {} : { placeholder: key.values[0] }),
      validate: (text) => (readNumber(text) === undefined ? l10n.t('Enter a number.') : undefined),
    });
    return typed === undefined ? undefined : readNumber(typed);
  }
  const seen = key.values ?? [];
  const other = l10n.t('Other value…');
  if (seen.length > 0) {
    const rows = seen.map((text): PickItem<string | undefined | typeof TYPED> => ({
      label: text,
      value: text,
      ...(text === current?.value ? { active: true } : {}),
    }));
    const typed = { label: other, icon: 'edit', value: TYPED, separator: '' } as const;
    const chosen = await prompts.pick(
      { title, placeholder: l10n.t('Select a value to compare with') },
      [...rows, typed],
    );
    if (chosen !== TYPED) return chosen;
  }
  return await prompts.input({
    title,
    prompt: l10n.t('Enter the exact text to compare with'),
    ...(typeof current?.value === 'string' ? { value: current.value } : {}),
    validate: (text) => (text === '' ? l10n.t('Enter a value.') : undefined),
  });
}

const TYPED = Symbol('typed');

async function askForJoin(
  { prompts }: ResourcesContext,
  key: ChosenKey,
): Promise<'and' | 'or' | undefined> {
  const title = l10n.t('A condition on {0} already exists', keyText(key));
  return await prompts.pick({ title }, [
    { label: l10n.t('All conditions must match'), description: l10n.t('and'), value: 'and' },
    { label: l10n.t('Any condition can match'), description: l10n.t('or'), value: 'or' },
  ]);
}

/** Parses a number. Undefined if invalid or outside the range of a 32-bit float. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Math.abs(value) <= MAX_FLOAT ? value : undefined;
}
