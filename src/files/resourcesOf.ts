import type { JsonObject } from '../api/schema/row';
import type { ResourceRef } from '../catalog/ref';
import type { FilesRoom } from './room';

/** A file of the service, as it is known. */
export interface KnownFile {
  readonly ref: ResourceRef;
  readonly resource: JsonObject;
}

/** The files that a command was called on, as they are loaded; those that are not are fetched. Rows of lists are none. */
export async function resourcesOf(
  { services }: Pick<FilesRoom, 'services'>,
  targets: readonly ResourceRef[],
): Promise<readonly KnownFile[]> {
  const { store } = services;
  const files: KnownFile[] = [];
  for (const ref of targets) {
    if (ref.collection) continue;
    files.push({ ref, resource: store.find(ref) ?? (await store.get(ref)) });
  }
  return files;
}
