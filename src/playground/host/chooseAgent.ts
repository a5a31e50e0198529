import * as l10n from '@vscode/l10n';
import { SERVICE_AGENTS } from '../../api/schema/fieldLimits';
import type { JsonObject } from '../../api/schema/row';
import { CancelledError, errorMessage } from '../../base/errors';
import { textAt } from '../../base/json';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { nameOfId, resourceName } from '../../catalog/resourceName';
import { requireConnected } from '../../platform/errors';
import type { PickItem, Prompts } from '../../platform/prompts';
import type { SessionServices } from '../../conversation/session/context';

type Services = Pick<SessionServices, 'connections' | 'models' | 'log'> & {
  readonly prompts: Pick<Prompts, 'pick'>;
};

/**
 * Asks for an agent: one of the service, which lists none of its own, or one of the user's. Undefined where it was
 * dismissed.
 * @param within the list that was clicked; of the connection in use by default.
 */
export async function chooseAgent(
  services: Services,
  within: ResourceRef | undefined,
): Promise<ResourceRef | undefined> {
  const { connections, prompts } = services;
  const active = requireConnected(connections.active);
  const collection = within?.collection ? within : topCollection('agent', active);
  if (!collection) return undefined;
  const { connection, version, kind } = collection;
  const refOf = (name: string): ResourceRef => ({ connection, version, kind, name });
  const own = SERVICE_AGENTS.map((id): PickItem<ResourceRef> => {
    return { label: id, icon: kindRow(kind).icon, value: refOf(nameOfId(collection, id)) };
  });
  const listed = listAgents(services, collection).then((agents) => [
    ...agents.map((agent, index) => ({
      label: kindRow(kind).label(agent),
      description: textAt(agent, 'description'),
      icon: kindRow(kind).icon,
      value: refOf(resourceName(collection, agent)),
      ...(index === 0 && { separator: l10n.t('Yours') }),
    })),
    ...own.map((row, index) => ({
      ...row,
      ...(index === 0 && { separator: l10n.t('Of the service') }),
    })),
  ]);
  return await prompts.pick(
    { title: l10n.t('Ask an Agent'), placeholder: l10n.t('Which one is to answer') },
    listed,
  );
}

/** None where they can't be listed: those of the service can be asked all the same. */
async function listAgents(
  { models, log }: Services,
  collection: ResourceRef,
): Promise<readonly JsonObject[]> {
  try {
    return await models.listed(collection);
  } catch (error) {
    if (!CancelledError.is(error)) log.warn(`agents: ${errorMessage(error)}`);
    return [];
  }
}
