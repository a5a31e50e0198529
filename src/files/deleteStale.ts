import type { JsonObject } from '../api/schema/row';
import { AppError } from '../base/errors';
import { kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import { topCollection } from '../catalog/kindOperations';
import { requireConnected } from '../platform/errors';
import { nameOf } from '../service/loadedList';
import type { FilesRoom, ResourceFlow } from './room';

/** Deletes the files whose processing failed or whose time is over, of all that there are, after a question. */
export const deleteStale: ResourceFlow = async (room, targets) => {
  const { l10n, services, progress, clock } = room;
  const collection = targets.find((ref) => ref.collection) ?? filesOf(room);
  // Some may have failed, or be gone, since they were listed.
  services.store.invalidate(collection);
  const list = await progress(l10n.t('Looking for failed and expired files'), (signal) =>
    services.store.loadAll(collection, { signal }),
  );
  const stale = list.items.filter((resource) => isStale(resource, clock.now()));
  if (stale.length === 0) {
    room.tell(l10n.t('No file has failed or expired.'));
    return;
  }
  room.tell(l10n.t('Failed or expired files: {0} of {1}.', stale.length, list.items.length));
  const { connection, version, kind } = collection;
  const refs = stale.map((resource): ResourceRef => {
    return { connection, version, kind, name: nameOf(resource) };
  });
  await room.run('delete', refs);
};

function isStale(resource: JsonObject, now: number): boolean {
  const row = kindRow('file');
  return row.condition?.(resource) === 'failed' || (row.end?.(resource) ?? Infinity) <= now;
}

function filesOf({ services, l10n }: FilesRoom): ResourceRef {
  const collection = topCollection('file', requireConnected(services.connections.active, l10n));
  if (collection) return collection;
  throw new AppError('noFiles', l10n.t('No version of this connection has files.'));
}
