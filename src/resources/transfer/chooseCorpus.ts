import { textAt } from '../../base/json';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { topCollection } from '../../catalog/kindOperations';
import { requireConnected } from '../../platform/errors';
import type { Room } from '../room';

/** The collection of all corpora of the window's connection; undefined where it has none. Throws `AppError` (`noConnection`). */
export function corporaOf({
  services,
  l10n,
}: Pick<Room, 'services' | 'l10n'>): ResourceRef | undefined {
  return topCollection('corpus', requireConnected(services.connections.active, l10n));
}

/** Asks for one of the corpora, for commands that nothing was clicked for. Undefined when dismissed. */
export async function chooseCorpus(room: Room, title: string): Promise<ResourceRef | undefined> {
  const collection = corporaOf(room);
  if (!collection) return undefined;
  const { connection, version, kind } = collection;
  const gone = new AbortController();
  const rows = room.services.store.loadAll(collection, { signal: gone.signal }).then(({ items }) =>
    items.map((item) => ({
      label: kindRow(kind).label(item),
      description: textAt(item, 'name'),
      icon: kindRow(kind).icon,
      value: { connection, version, kind, name: textAt(item, 'name') },
    })),
  );
  try {
    return await room.prompts.pick<ResourceRef>({ title }, rows);
  } finally {
    gone.abort();
  }
}
