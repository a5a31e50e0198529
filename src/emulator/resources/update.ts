import type { JsonObject } from '../../api/schema/row';
import type { Call } from '../reply';
import type { Stored } from '../state/state';
import { StatusError } from '../status';
import type { World } from '../world';
import { applyMask } from './mask';

/**
 * A stored resource with the changes of a patch call and a new update time; nothing is stored yet.
 * Throws 400 for a name in the body that is not the URL's, and for a wrong mask.
 */
export function patched(call: Call, world: World, stored: Stored): JsonObject {
  const { row, version, body, query } = call;
  checkSameName(body.name, stored.name);
  const { updateMask } = query;
  const resource = applyMask(stored.resource, {
    message: row.body ?? '',
    version,
    mask: typeof updateMask === 'string' ? updateMask : undefined,
    isRequired: row.query?.updateMask?.required === true,
    allowed: row.mask ?? [],
    change: body,
  });
  return { ...resource, updateTime: world.time.stamp() };
}

/** A name inside of a body may repeat the URL's and nothing else. */
export function checkSameName(given: unknown, name: string): void {
  if (typeof given !== 'string' || given === '' || given === name) return;
  throw new StatusError(400, `The name in the body must be ${name}, as in the URL.`);
}
