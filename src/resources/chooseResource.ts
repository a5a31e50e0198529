import { textAt } from '../../base/json';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { topCollection } from '../../catalog/kindOperations';
import { requireConnected } from '../../platform/errors';
import type { ResourcesContext } from '../context';

/** The collection of all corpora of the window's connection; undefined where it has none. Throws `AppError` (`noConnection`). */
export function corporaOf({
  services,
}: Pick<ResourcesContext, 'services'>): ResourceRef | undefined {
  return topCollection('corpus', requireConnected(services.connections.active));
}

/** Asks for one of the corpora, for commands that nothing was clicked for. Undefined when dismissed. */
export async function chooseCorpus(
  context: ResourcesContext,
  title: string,
): Promise<ResourceRef | undefined> {
  const collection = corporaOf(context);
  if (!collection) return undefined;
  const { connection, version, kind } = collection;
  const gone = new AbortController();
  const rows = context.services.store
    .loadAll(collection, { signal: gone.signal })
    .then(({ items }) =>
      items.map((item) => ({
        label: kindRow(kind).label(item),
        description: textAt(item, 'name'),
        icon: kindRow(kind).icon,
        value: { connection, version, kind, name: textAt(item, 'name') },
      })),
    );
  try {
    return await context.prompts.pick<ResourceRef>({ title }, rows);
  } finally {
    gone.abort();
  }
}
