import { kindRow } from '../../catalog/kinds';
import { topCollection } from '../../catalog/kindOperations';
import { requireConnected } from '../../platform/errors';
import type { Flow } from '../room';

/**
 * Lets the tuned models be listed by who may use them. The service's usual list leaves out what is shared with
 * everyone.
 */
export const filterByAccess: Flow = async (room, [target]) => {
  const { l10n, prompts, services } = room;
  const collection = target?.collection
    ? target
    : topCollection('tunedModel', requireConnected(services.connections.active, l10n));
  if (!collection) return;
  const { title, listFilters = [] } = kindRow(collection.kind);
  const now = services.store.listFilter(collection);
  const row = (label: string, filter: string | undefined) => ({
    label,
    icon: filter === now ? 'check' : 'blank',
    active: filter === now,
    value: { filter },
  });
  const choice = await prompts.pick(
    { title: l10n.t('{0}: Which to List', l10n.t(title.message)) },
    [
      row(l10n.t('Mine and those shared with me'), undefined),
      ...listFilters.map(({ label, filter }) => row(l10n.t(label.message), filter)),
    ],
  );
  if (choice) services.store.filterList(collection, choice.filter);
};
