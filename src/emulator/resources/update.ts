import { findType, isEnum } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import { holdsIn, type Version } from '../../api/versions';
import type { Call } from '../reply';
import type { Stored } from '../state/state';
import { StatusError } from '../status';
import type { World } from '../world';
import { applyMask, type Patch } from './mask';

/** The change that a patch call asks for. */
export function patchOf({ row, version, body, query, caller }: Call): Patch {
  const { updateMask } = query;
  return {
    message: row.body ?? '',
    version,
    mask: typeof updateMask === 'string' ? updateMask : undefined,
    // Only the later service takes keys for what can be changed, and it does without a mask.
    isRequired: row.query?.updateMask?.required === true && caller.kind !== 'apiKey',
    allowed: (row.mask ?? []).filter((name) => hasField(row.body ?? '', name, version)),
    change: body,
  };
}

/** A row's mask is that of all its versions; a field that one of them lacks can't be named there. */
function hasField(message: string, name: string, version: Version): boolean {
  const row = findType(message);
  return row !== undefined && !isEnum(row) && holdsIn(row.fields[name]?.versions, version);
}

/**
 * A stored resource with a change and a new update time; nothing is stored yet. Throws 400 for a name in
 * the change that is another one's, and for a wrong mask.
 */
export function patched(world: World, stored: Stored, patch: Patch): JsonObject {
  checkSameName(patch.change.name, stored.name);
  return { ...applyMask(stored.resource, patch), updateTime: world.time.stamp() };
}

/** A name in the body of a patch may repeat the URL's and say nothing else. */
function checkSameName(given: unknown, name: string): void {
  if (typeof given !== 'string' || given === '' || given === name) return;
  throw new StatusError(400, `The name in the body must be ${name}, as in the URL.`);
}
