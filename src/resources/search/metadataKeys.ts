import { isObject, items, objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { ResourceRef } from '../../catalog/ref';
import { nameOf } from '../../service/loadedList';
import type { Store } from '../../service/store';
import type { Level } from './filter';
import type { ValueType } from './operators';
import { levelsOf } from './searchRequest';
import type { SearchResult } from './searchResult';

/** A key of metadata that was seen, with the type of its values and some of them. */
export interface MetadataKey {
  readonly level: Level;
  readonly key: string;
  readonly type: ValueType;
  readonly values: readonly string[];
}

/** Values that a list of them offers. */
const MOST_VALUES = 20;

/**
 * The keys in what is loaded of a corpus or a document, and in what was found last. Nothing is asked of the
 * service; whoever knows of another key types it.
 */
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
    for (const value of values) if (known.values.size < MOST_VALUES) known.values.add(value);
  }
  return [...keys.values()]
    .map(({ key, type, values }) => ({ level, key, type, values: [...values] }))
    .sort((a, b) => a.key.localeCompare(b.key));
}

/** A value with its type; undefined where it has none that the service knows. */
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
