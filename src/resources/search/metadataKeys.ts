import * as l10n from '@vscode/l10n';
import { isObject, items, objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { ResourceRef } from '../../catalog/ref';
import type { PickItem } from '../../platform/prompts';
import { nameOf, type Store } from '../../service/store';
import type { ResourcesContext } from '../context';
import { keyText, type Level, typeName, type ValueType } from './filter';
import { levelsOf, type SearchResult } from './searchRequest';

export type ChosenKey = Pick<MetadataKey, 'level' | 'key'> & Partial<MetadataKey>;

const EXAMPLES = 3;

export async function askForKey(
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
export function metadataKeys(
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
