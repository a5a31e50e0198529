import { AppError } from '../../base/errors';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { topCollection } from '../../catalog/kindOperations';
import type { PickItem } from '../../platform/prompts';
import { requireConnected } from '../../platform/errors';
import type { Room } from '../room';
import { resourceIn, sharedBy, shareableKinds } from './permissionKinds';

/** The resource to share: that of the row, or one that is picked. Undefined when dismissed. */
export async function chooseShared(
  room: Room,
  target: ResourceRef | undefined,
): Promise<ResourceRef | undefined> {
  const { l10n, prompts } = room;
  if (target) {
    const shared = sharedBy(target);
    if (shared) return shared;
    throw new AppError('notShared', l10n.t('This kind of resource cannot be shared.'));
  }
  const gone = new AbortController();
  try {
    return await prompts.pick(
      { title: l10n.t('Share'), placeholder: l10n.t('Choose what to share') },
      listShared(room, gone.signal),
    );
  } finally {
    gone.abort();
  }
}

/** What can be shared, as it is loaded. Throws what the first list failed with where none could be read. */
async function listShared(
  room: Room,
  signal: AbortSignal,
): Promise<readonly PickItem<ResourceRef>[]> {
  const lists = await Promise.allSettled(
    collections(room).map((collection) => rowsOf(room, collection, signal)),
  );
  const rows = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
  const failure = lists.find(({ status }) => status === 'rejected');
  if (rows.length === 0 && failure?.status === 'rejected') throw failure.reason;
  if (rows.length > 0) return rows;
  throw new AppError('nothingToShare', room.l10n.t('There is nothing to share.'), {
    hint: room.l10n.t('Corpora and tuned models can be shared.'),
  });
}

/** The lists of all that can be shared. */
export function collections({ services, l10n }: Room): readonly ResourceRef[] {
  const active = requireConnected(services.connections.active, l10n);
  return shareableKinds().flatMap((kind) => topCollection(kind, active) ?? []);
}

async function rowsOf(
  { services, l10n }: Room,
  collection: ResourceRef,
  signal: AbortSignal,
): Promise<readonly PickItem<ResourceRef>[]> {
  const { items } = await services.store.loadAll(collection, { signal });
  return items.map((item, at) => {
    const row = kindRow(collection.kind);
    const name = typeof item.name === 'string' ? item.name : '';
    return {
      label: row.label(item),
      description: name,
      icon: row.icon,
      value: resourceIn(collection, collection.kind, name),
      ...(at === 0 ? { separator: l10n.t(row.title.message) } : {}),
      ...(row.label(item) === name ? { description: l10n.t(row.noun.message) } : {}),
    };
  });
}
