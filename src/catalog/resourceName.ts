import type { JsonObject } from '../api/schema/row';
import { textAt } from '../base/json';
import { kindRow } from './kinds';
import type { ResourceRef } from './ref';

type Place = Pick<ResourceRef, 'kind' | 'name'>;

/** Returns the resource name of an ID in a collection, such as `agents/x`. Without ID, the prefix. */
export function nameOfId({ kind, name: parent }: Place, id: string): string {
  return [parent, kindRow(kind).pattern.split('/').at(-2), id]
    .filter((step, index) => index === 2 || step !== '')
    .join('/');
}

/** Returns the resource name from the API, or constructed from the ID. Empty if both are missing. */
export function resourceName(collection: Place, resource: JsonObject): string {
  const { namedBy } = kindRow(collection.kind);
  if (namedBy === undefined) return textAt(resource, 'name');
  if (namedBy === 'path') return nameOfPath(collection, textAt(resource, 'path'));
  const id = resourceId(collection.kind, resource);
  return id === '' ? '' : nameOfId(collection, id);
}

/** Paths are relative to the root, even if the collection is a folder. */
function nameOfPath({ kind, name }: Place, path: string): string {
  const { pattern } = kindRow(kind);
  const steps = pattern.split('/').indexOf('**');
  const root = name.split('/').slice(0, steps - 1);
  return path === '' ? '' : [...root, pattern.split('/')[steps - 1], path].join('/');
}

export function resourceId(kind: ResourceRef['kind'], resource: JsonObject): string {
  const { namedBy = 'name' } = kindRow(kind);
  const told = textAt(resource, namedBy);
  return namedBy === 'id' ? told : (told.split('/').at(-1) ?? '');
}

/** Returns the name to use in requests: the ID alone if the API supports nothing else. */
export function nameInRequests({ kind, name }: Place): string {
  return kindRow(kind).namedBy !== 'id' ? name : (name.split('/').at(-1) ?? name);
}

const CREATED = ['createTime', 'create_time', 'created'];
const UPDATED = ['updateTime', 'update_time', 'updated'];

/** Returns the creation time as the API formats it. Empty if missing. */
export function createdAt(resource: JsonObject): string {
  return firstText(resource, CREATED);
}

/** Returns the update time as the API formats it. Empty if missing. */
export function updatedAt(resource: JsonObject): string {
  return firstText(resource, UPDATED);
}

function firstText(resource: JsonObject, fields: readonly string[]): string {
  return fields.map((field) => textAt(resource, field)).find((text) => text !== '') ?? '';
}
