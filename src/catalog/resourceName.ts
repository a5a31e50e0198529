import type { JsonObject } from '../api/schema/row';
import { textAt } from '../base/json';
import { kindRow } from './kinds';
import type { ResourceRef } from './ref';

/** A list of resources, as far as names go: of which kind they are, and below what. */
type Place = Pick<ResourceRef, 'kind' | 'name'>;

/** The name of what has an id in a collection, such as `agents/x`; where the id is missing, its beginning. */
export function nameOfId({ kind, name: parent }: Place, id: string): string {
  return [parent, kindRow(kind).pattern.split('/').at(-2), id]
    .filter((step, index) => index === 2 || step !== '')
    .join('/');
}

/**
 * The name of a resource in a collection: the one that the service gave, or made of its id where it gives no more than
 * that. Empty where there is neither.
 */
export function resourceName(collection: Place, resource: JsonObject): string {
  const { namedBy } = kindRow(collection.kind);
  if (namedBy === undefined) return textAt(resource, 'name');
  if (namedBy === 'path') return nameOfPath(collection, textAt(resource, 'path'));
  const id = resourceId(collection.kind, resource);
  return id === '' ? '' : nameOfId(collection, id);
}

/** A path counts from what the collection, which may be a folder, is in. */
function nameOfPath({ kind, name }: Place, path: string): string {
  const { pattern } = kindRow(kind);
  const steps = pattern.split('/').indexOf('**');
  const root = name.split('/').slice(0, steps - 1);
  return path === '' ? '' : [...root, pattern.split('/')[steps - 1], path].join('/');
}

/** The last part of its name. */
export function resourceId(kind: ResourceRef['kind'], resource: JsonObject): string {
  const { namedBy = 'name' } = kindRow(kind);
  const told = textAt(resource, namedBy);
  return namedBy === 'id' ? told : (told.split('/').at(-1) ?? '');
}

/** What requests call a resource: by its name, or by the id alone where the service knows no more than that. */
export function nameInRequests({ kind, name }: Place): string {
  return kindRow(kind).namedBy !== 'id' ? name : (name.split('/').at(-1) ?? name);
}

// The service has written them in one way, and today in two others.
const CREATED = ['createTime', 'create_time', 'created'];
const UPDATED = ['updateTime', 'update_time', 'updated'];

/** When a resource was made, as the service writes it; empty where it does not say. */
export function createdAt(resource: JsonObject): string {
  return firstText(resource, CREATED);
}

/** When a resource was changed last, as the service writes it; empty where it does not say. */
export function updatedAt(resource: JsonObject): string {
  return firstText(resource, UPDATED);
}

function firstText(resource: JsonObject, fields: readonly string[]): string {
  return fields.map((field) => textAt(resource, field)).find((text) => text !== '') ?? '';
}
