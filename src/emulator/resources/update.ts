import { resourceField } from '../../api/names';
import { findType, isEnum } from '../../api/schema/messages';
import { requiredIn, type JsonObject, type JsonValue } from '../../api/schema/row';
import { isObject } from '../../api/schema/scalars';
import { holdsIn, type Version } from '../../api/versions';
import type { Call } from '../reply';
import type { Stored } from '../state/state';
import { StatusError } from '../status';
import type { World } from '../world';
import { applyMask, type Patch } from './mask';

/** The change that a patch call asks for. */
export function patchOf({ row, version, body, query }: Call): Patch {
  const { updateMask } = query;
  return {
    message: row.body ?? '',
    version,
    mask: typeof updateMask === 'string' ? updateMask : undefined,
    isRequired: requiredIn(row.query?.updateMask ?? {}, version),
    allowed: (row.mask ?? []).filter((name) => hasField(row.body ?? '', name, version)),
    change: body,
  };
}

/** A row's mask is that of all its versions; a field that one of them lacks can't be named there. */
function hasField(message: string, name: string, version: Version): boolean {
  const row = findType(message);
  return row !== undefined && !isEnum(row) && holdsIn(row.fields[name]?.versions, version);
}

/** A stored resource with a change and a new update time; nothing is stored yet. Throws 400 for a wrong mask. */
export function patched(world: World, stored: Stored, patch: Patch): JsonObject {
  return { ...applyMask(stored.resource, patch), updateTime: world.time.stamp() };
}

/**
 * Throws 400 where the body of a patch names another resource than the URL does. Asked of the JSON as it came: of
 * some kinds the name is output only, and so no part of what is read.
 * @param path what the URL has, by the names of the template's variables.
 */
export function checkSameName(json: JsonValue, path: { readonly [name: string]: string }): void {
  if (!isObject(json)) return;
  for (const [variable, name] of Object.entries(path)) {
    const field = resourceField(variable);
    const given = field === undefined ? undefined : json[field];
    if (typeof given !== 'string' || given === '' || given === name) continue;
    throw new StatusError(400, `The name in the body must be ${name}, as in the URL.`);
  }
}
