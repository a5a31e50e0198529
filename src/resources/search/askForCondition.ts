import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { isObject, items, objectAt, textAt } from '../../base/json';
import type { ResourceRef } from '../../catalog/ref';
import type { PickItem } from '../../platform/prompts';
import { nameOf, type Store } from '../../service/store';
import type { ResourcesContext } from '../context';
import {
  type Condition,
  type ConditionPlace,
  type Filter,
  type Level,
  type OperatorId,
  type SearchResult,
  type ValueType,
  conditionText,
  keyText,
  levelsOf,
  operatorIds,
  operators,
  replaceCondition,
  typeName,
  withCondition,
} from './filter';

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

type ChosenKey = Pick<MetadataKey, 'level' | 'key'> & Partial<MetadataKey>;

const EXAMPLES = 3;

async function askForKey(
  context: ResourcesContext,
  source: ResourceRef,
): Promise<ChosenKey | undefined> {
  const { prompts, services, searches } = context;
  const seen = metadataKeys(source, services.store, searches.outcome?.results);
  const known = seen.map((key): PickItem<ChosenKey | Level> => ({
    ...keyRow(key),
    value: key,
  }));
  const title = l10n.t('Add Metadata Condition');
  const other = levelsOf(source).map((level, index): PickItem<ChosenKey | Level> => ({
    label: level === 'document' ? l10n.t('Other document key…') : l10n.t('Other chunk key…'),
    icon: 'edit',
    value: level,
    ...(index === 0 && known.length > 0 ? { separator: '' } : {}),
  }));
  const chosen =
    known.length === 0 && other.length === 1
      ? other[0]?.value
      : await prompts.pick({ title, placeholder: l10n.t('Enter a metadata key') }, [
          ...known,
          ...other,
        ]);
  return typeof chosen === 'string' ? await typeKey(context, chosen) : chosen;
}

function keyRow(key: MetadataKey): Omit<PickItem<MetadataKey>, 'value'> {
  const examples = key.values.slice(0, EXAMPLES).join(', ');
  const type = typeName(key.type);
  return {
    label: keyText(key),
    description: examples === '' ? type : l10n.t('{0}, such as {1}', type, examples),
    icon: key.level === 'document' ? 'file-text' : 'symbol-string',
  };
}

async function typeKey(
  { prompts }: ResourcesContext,
  level: Level,
): Promise<ChosenKey | undefined> {
  const typed = await prompts.input({
    title: l10n.t('Add Metadata Condition'),
    prompt:
      level === 'document'
        ? l10n.t('Enter a document metadata key')
        : l10n.t('Enter a chunk metadata key'),
    validate: (value) => (bareKey(value, level) === '' ? l10n.t('Enter a key.') : undefined),
  });
  return typed === undefined ? undefined : { level, key: bareKey(typed, level) };
}

/** Returns a key without its prefix. Also accepts the API's form, such as `chunk.custom_metadata.page`. */
function bareKey(typed: string, level: Level): string {
  const start = `${level}.custom_metadata.`;
  const key = typed.trim();
  return key.startsWith(start) ? key.slice(start.length) : key;
}

interface MetadataKey {
  readonly level: Level;
  readonly key: string;
  readonly type: ValueType;
  readonly values: readonly string[];
}

const MAX_VALUES = 20;

/** Collects keys from loaded resources and the last results, without API calls. */
function metadataKeys(
  source: ResourceRef,
  store: Pick<Store, 'peek'>,
  found: readonly SearchResult[] = [],
): readonly MetadataKey[] {
  const { connection, version } = source;
  const below = (kind: 'document' | 'chunk', name: string): readonly JsonObject[] =>
    store.peek({ connection, version, kind, name, collection: true })?.items ?? [];
  const here = found.filter(({ name }) => name.startsWith(`${source.name}/`));
  const documents = source.kind === 'corpus' ? below('document', source.name) : [];
  const names = source.kind === 'corpus' ? documents.map(nameOf) : [source.name];
  const resources = {
    document: [...documents, ...here.map(({ document }) => document)],
    chunk: [...names.flatMap((name) => below('chunk', name)), ...here.map(({ chunk }) => chunk)],
  };
  return levelsOf(source).flatMap((level) => keysOf(level, resources[level]));
}

function keysOf(level: Level, resources: readonly JsonObject[]): readonly MetadataKey[] {
  const keys = new Map<string, { key: string; type: ValueType; values: Set<string> }>();
  for (const entry of resources.flatMap((one) => items(one.customMetadata))) {
    const read = isObject(entry) ? readEntry(entry) : undefined;
    if (!read) continue;
    const { key, type, values } = read;
    const id = JSON.stringify([key, type]);
    const known = keys.get(id) ?? { key, type, values: new Set() };
    keys.set(id, known);
    for (const value of values) if (known.values.size < MAX_VALUES) known.values.add(value);
  }
  return [...keys.values()]
    .map(({ key, type, values }) => ({ level, key, type, values: [...values] }))
    .sort((a, b) => a.key.localeCompare(b.key));
}

/** Returns a typed value; undefined if its type is unknown. */
function readEntry(
  entry: JsonObject,
): { readonly key: string; readonly type: ValueType; readonly values: string[] } | undefined {
  const key = textAt(entry, 'key');
  const { stringValue: one, numericValue: number } = entry;
  if (key === '') return undefined;
  if (typeof one === 'string') return { key, type: 'text', values: [one] };
  if (typeof number === 'number') return { key, type: 'number', values: [String(number)] };
  if (!isObject(entry.stringListValue)) return undefined;
  const list = items(objectAt(entry, 'stringListValue').values);
  return { key, type: 'list', values: list.filter((value) => typeof value === 'string') };
}
