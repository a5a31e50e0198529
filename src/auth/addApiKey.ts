import type { Connection } from '../service/connection';
import { askForEndpoint } from './askForEndpoint';
import { askForWorkingKey, type AskForKeyParts } from './askForKey';
import type { ConnectionList } from './connectionList';
import { activateByDefault, keepConnection } from './keepConnection';
import type { KeyVault } from './keyVault';
import { nameNewConnection } from './nameNewConnection';

export { DEFAULT_ENDPOINT } from './askForEndpoint';

export interface AddApiKeyParts extends AskForKeyParts {
  readonly connections: ConnectionList;
  readonly vault: KeyVault;
  /** Eight random letters or digits. */
  readonly newId: () => string;
}

/**
 * Asks for a key, tries it, keeps it and makes its connection the active one. It is a new connection to
 * the endpoint, or any present one whose key is replaced: a key that fails is repaired here too.
 */
export async function addApiKey(parts: AddApiKeyParts, endpoint: string): Promise<void> {
  await addKeyTo(parts, endpoint, replaceable(parts));
}

/** As `addApiKey`, for an endpoint that is asked for first. */
export async function addApiKeyForEndpoint(parts: AddApiKeyParts): Promise<void> {
  const title = parts.l10n.t('Add API Key for Another Endpoint');
  const origin = await askForEndpoint(parts, { title });
  if (origin === undefined) return;
  const present = replaceable(parts).filter((connection) => connection.endpoint === origin);
  await addKeyTo(parts, origin, present);
}

async function addKeyTo(
  parts: AddApiKeyParts,
  endpoint: string,
  present: readonly Connection[],
): Promise<void> {
  const target = await chooseTarget(parts, endpoint, present);
  if (!target) return;
  const key = await askForWorkingKey(parts, target.endpoint);
  if (key === undefined) return;
  await saveKey(parts, target, key);
}

/** The connections that have a key, the one in use first. */
function replaceable({ connections }: AddApiKeyParts): readonly Connection[] {
  const { active, users } = connections;
  const keyed = users.filter((connection) => connection.auth === 'apiKey');
  const isActive = (connection: Connection): boolean => connection.id === active?.id;
  return [...keyed.filter(isActive), ...keyed.filter((connection) => !isActive(connection))];
}

/** A new connection with the name that the user gives it, or a present one whose key is replaced. */
async function chooseTarget(
  parts: AddApiKeyParts,
  endpoint: string,
  present: readonly Connection[],
): Promise<Connection | undefined> {
  const { prompts, l10n, newId } = parts;
  const title = l10n.t('Add API Key');
  const { host } = new URL(endpoint);
  const fresh: Connection = { id: newId(), name: '', endpoint, auth: 'apiKey' };
  const chosen =
    present.length === 0
      ? fresh
      : await prompts.pick({ title }, [
          ...present.map((connection) => ({
            label: l10n.t('Replace the key of “{0}”', connection.name),
            description: new URL(connection.endpoint).host,
            value: connection,
          })),
          { label: l10n.t('Add another connection'), description: host, value: fresh },
        ]);
  if (chosen !== fresh) return chosen;
  const name = await nameNewConnection(parts, title, endpoint);
  return name === undefined ? undefined : { ...fresh, name };
}

/** Keeps the key of a connection, which may be new, and makes it the active one. */
export async function saveKey(
  { connections, vault }: Pick<AddApiKeyParts, 'connections' | 'vault'>,
  target: Connection,
  key: string,
): Promise<void> {
  // The key first: as soon as the connection is there, it is asked for its models.
  await vault.write(target.id, { origin: target.endpoint, key });
  if (connections.find(target.id)) {
    await activateByDefault(connections, target.id);
    return;
  }
  await keepConnection(connections, target, () => vault.delete(target.id));
}
