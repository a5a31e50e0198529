import { endpointName } from '../api/endpoint';
import { runWizard, type WizardStep } from '../platform/wizard';
import type { Connection } from '../service/connection';
import { askForEndpoint, DEFAULT_ENDPOINT } from './askForEndpoint';
import { askForWorkingKey, type AskForKeyParts, type KeyForEndpoint } from './askForKey';
import type { ConnectionList } from './connectionList';
import { activateByDefault, keepConnection } from './keepConnection';
import type { KeyVault } from './keyVault';
import { newName } from './nameNewConnection';

export { DEFAULT_ENDPOINT } from './askForEndpoint';

export interface AddApiKeyParts extends AskForKeyParts {
  readonly connections: ConnectionList;
  readonly vault: KeyVault;
  /** Eight random letters or digits. */
  readonly newId: () => string;
}

interface Answers {
  readonly endpoint: string;
  /** A present connection whose key is replaced. */
  readonly target?: Connection | undefined;
  readonly working?: KeyForEndpoint;
}

/**
 * Asks for a key, tries it, keeps it and makes its connection the active one. It is a new connection to
 * the endpoint, named after it, or any present one whose key is replaced: a key that fails is repaired here too.
 */
export async function addApiKey(parts: AddApiKeyParts, endpoint: string): Promise<void> {
  const title = parts.l10n.t('Add API Key');
  await addWith(parts, { endpoint }, questions(parts, title, replaceable(parts)));
}

/** As `addApiKey`, for an endpoint that is asked for first. */
export async function addApiKeyForEndpoint(parts: AddApiKeyParts): Promise<void> {
  const title = parts.l10n.t('Add API Key for Another Endpoint');
  const where: WizardStep<Answers> = {
    ask: async (prompts) => {
      const endpoint = await askForEndpoint({ ...parts, prompts }, { title });
      return endpoint === undefined ? undefined : { endpoint };
    },
  };
  const present = replaceable(parts);
  await addWith(parts, { endpoint: DEFAULT_ENDPOINT }, [
    where,
    ...questions(parts, title, present, ({ endpoint }, one) => one.endpoint === endpoint),
  ]);
}

async function addWith(
  parts: AddApiKeyParts,
  first: Answers,
  steps: readonly WizardStep<Answers>[],
): Promise<void> {
  const { target, working } = (await runWizard(parts.prompts, first, steps)) ?? {};
  if (!working) return;
  if (target) await replaceKey(parts, target, working);
  else await addWithKey(parts, working);
}

/** The connections that have a key, the one in use first. */
function replaceable({ connections }: AddApiKeyParts): readonly Connection[] {
  const { active, users } = connections;
  const keyed = users.filter((connection) => connection.auth === 'apiKey');
  const isActive = (connection: Connection): boolean => connection.id === active?.id;
  return [...keyed.filter(isActive), ...keyed.filter((connection) => !isActive(connection))];
}

/** Which connection, where there are some that fit, and its key. */
function questions(
  parts: AddApiKeyParts,
  title: string,
  present: readonly Connection[],
  fits: (answers: Answers, connection: Connection) => boolean = () => true,
): readonly WizardStep<Answers>[] {
  const { l10n } = parts;
  return [
    {
      isAsked: (answers) => present.some((one) => fits(answers, one)),
      ask: async (prompts, answers) => {
        const rows = present.filter((one) => fits(answers, one));
        const chosen = await prompts.pick<Connection | 'new'>({ title }, [
          ...rows.map((connection) => ({
            label: l10n.t('Replace the key of “{0}”', connection.name),
            description: endpointName(connection.endpoint),
            value: connection,
          })),
          {
            label: l10n.t('Add another connection'),
            description: endpointName(answers.endpoint),
            value: 'new',
          },
        ]);
        return chosen && { target: chosen === 'new' ? undefined : chosen };
      },
    },
    {
      ask: async (prompts, { target, endpoint }) => {
        const place = target?.endpoint ?? endpoint;
        const working = await askForWorkingKey({ ...parts, prompts }, { title, endpoint: place });
        return working && { working };
      },
    },
  ];
}

/** Adds a connection for a key, under a name of its own, and makes it the active one. */
export async function addWithKey(
  parts: Pick<AddApiKeyParts, 'connections' | 'vault' | 'newId' | 'l10n'>,
  { endpoint, key }: KeyForEndpoint,
): Promise<void> {
  const { connections, vault, newId } = parts;
  const added: Connection = {
    id: newId(),
    name: newName(parts, endpoint),
    endpoint,
    auth: 'apiKey',
  };
  // The key first: as soon as the connection is there, it is asked for its models.
  await vault.write(added.id, { origin: endpoint, key });
  await keepConnection(connections, added, () => vault.delete(added.id));
}

async function replaceKey(
  { connections, vault }: AddApiKeyParts,
  { id, endpoint: before }: Connection,
  { endpoint, key }: KeyForEndpoint,
): Promise<void> {
  await vault.write(id, { origin: endpoint, key });
  if (endpoint !== before) await connections.update(id, { endpoint });
  await activateByDefault(connections, id);
}
