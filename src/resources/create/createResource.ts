import { AppError, CancelledError } from '../../base/errors';
import { canDo } from '../../catalog/kindOperations';
import { childKinds, kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { topCollection } from '../../catalog/topCollection';
import { makeResource } from '../documents/saveNewResource';
import type { Flow, Room } from '../room';
import { fillForm } from './fillForm';

/** Makes a resource in the collection that was clicked: a document with its template, or a form. */
export const createResource: Flow = async (room, targets) => {
  const { l10n, prompts, services } = room;
  const collection = targets.find((target) => target.collection) ?? firstCollection(room);
  const { noun, template } = kindRow(collection.kind);
  if (!template || !canDo(collection.kind, 'create', collection.version)) return;
  const name = l10n.t(noun.message);
  const how = await prompts.pick({ title: l10n.t('New {0}', name) }, [
    {
      label: l10n.t('Fill in a form'),
      description: l10n.t('One question after the other'),
      icon: 'list-selection',
      value: 'form',
    },
    {
      label: l10n.t('Open a document'),
      description: l10n.t('JSON with completion; saving it creates the {0}', name),
      icon: 'json',
      value: 'document',
    },
  ] as const);
  if (how === 'document') await room.openDocument(collection, { preview: false });
  if (how !== 'form') return;
  const filled = await fillForm(room, collection);
  if (!filled) return;
  const { ref } = await room.activity.run(
    l10n.t('Create a {0}', name),
    async ({ signal }) =>
      await makeResource({ ...services, l10n }, collection, filled.body, filled.id, signal),
  );
  room.tell(l10n.t('Created {0}', ref.name));
  await room.reveal(ref);
};

/** Where nothing was clicked: the first kind at the top that can be made. */
function firstCollection({ services, l10n }: Room): ResourceRef {
  const connection = services.connections.active;
  if (!connection) throw new AppError('noConnection', l10n.t('There is no connection.'));
  for (const kind of childKinds()) {
    const found = topCollection(kind, connection);
    if (found && kindRow(kind).template) return found;
  }
  throw new CancelledError();
}
