import { items } from '../../base/json';
import { versionFor, operationRow } from '../../api/operations';
import type { ResourceRef } from '../../catalog/ref';
import type { PickItem } from '../../platform/prompts';
import { nameOf } from '../../service/loadedList';
import { describeWithCauses } from '../../platform/report';
import { kindRow } from '../../catalog/kinds';
import type { Room } from '../room';

/** The one model that the service documents for answers from passages. */
export const DEFAULT_MODEL = 'models/aqa';

/** Stands for a name that is typed. */
const TYPED = Symbol('typed');

/** Asks for a model, of those that say that they answer from passages; any other name can be typed. */
export async function askForModel(
  room: Room,
  source: ResourceRef,
  current: string,
): Promise<string | undefined> {
  const { l10n, prompts } = room;
  const title = l10n.t('Model that answers');
  const rows = modelRows(room, source, current);
  const chosen = await prompts.pick({ title, placeholder: l10n.t('Model') }, rows);
  if (chosen !== TYPED) return chosen;
  const typed = await prompts.input({
    title,
    prompt: l10n.t('Name of the model, such as {0}', DEFAULT_MODEL),
    value: current,
    validate: (name) =>
      isModel(name) ? undefined : l10n.t('Enter a name such as {0}.', DEFAULT_MODEL),
  });
  return typed !== undefined && isModel(typed) ? typed.trim() : undefined;
}

async function modelRows(
  room: Room,
  source: ResourceRef,
  current: string,
): Promise<readonly PickItem<string | typeof TYPED>[]> {
  const { l10n } = room;
  const models = await answerModels(room, source).catch((error: unknown) => {
    // The name can still be typed.
    room.log.warn(`answer: the models could not be listed: ${describeWithCauses(error)}`);
    return [];
  });
  const rows = models.map((model) => ({
    label: kindRow('model').label(model),
    description: nameOf(model),
    active: nameOf(model) === current,
    value: nameOf(model),
  }));
  return [...rows, { label: l10n.t('Type a name…'), icon: 'edit', value: TYPED, separator: '' }];
}

/** The models that say that they answer from passages, page by page until there is one. */
async function answerModels({ services }: Room, { connection, version: preferred }: ResourceRef) {
  const version = versionFor(operationRow('models.list'), preferred);
  const collection = { connection, version, kind: 'model', name: '', collection: true } as const;
  let list = await services.store.list(collection);
  for (;;) {
    const found = list.items.filter((model) =>
      items(model.supportedGenerationMethods).includes('generateAnswer'),
    );
    if (found.length > 0 || list.nextPageToken === undefined) return found;
    list = await services.store.loadMore(collection);
  }
}

function isModel(name: string): boolean {
  return /^models\/[^/\s]+$/.test(name.trim());
}
