import type { JsonObject } from '../../api/schema/row';
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
    isRequired: row.query?.updateMask?.required === true,
    allowed: row.mask ?? [],
    change: body,
  };
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
