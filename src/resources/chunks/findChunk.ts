import { ServiceError } from '../../api/errors';
import type { JsonObject } from '../../api/schema/row';
import type { ResourceRef } from '../../catalog/ref';
import type { Calls } from '../../service/calls';

/** A chunk as it is now; undefined where there is none of that name. Throws what the call throws. */
export async function findChunk(
  calls: Calls,
  place: Pick<ResourceRef, 'connection' | 'version' | 'name'>,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  try {
    const input = { name: place.name };
    return await calls.call(place, 'corpora.documents.chunks.get', input, { signal });
  } catch (error) {
    // The service says "no permission" of what is not there.
    const isGone =
      error instanceof ServiceError && (error.httpStatus === 404 || error.reason === 'permission');
    if (isGone) return undefined;
    throw error;
  }
}
