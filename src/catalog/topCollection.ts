import { VERSIONS, type Version } from '../api/versions';
import { listVersion } from './kindOperations';
import type { KindId } from './kinds';
import type { ResourceRef } from './ref';

/**
 * The list of a kind that stands at the top, in the version that is asked for it; undefined where none has it.
 * @param connection with the version it prefers.
 */
export function topCollection(
  kind: KindId,
  { id, apiVersion }: { readonly id: string; readonly apiVersion?: Version },
): (ResourceRef & { readonly collection: true }) | undefined {
  const version = listVersion(kind, apiVersion ?? VERSIONS[0]);
  return version && { connection: id, version, kind, name: '', collection: true };
}
