import type { Connection } from '../service/connection';
import type { AccountSteps } from './accountSteps';
import { askForProject } from './askForProject';
import { deleteSecrets } from './deleteSecrets';
import { keepConnection } from './keepConnection';
import { nameNewConnection } from './nameNewConnection';
import type { AuthParts } from './parts';
import { pickClient, signInTo } from './signInFlow';

/**
 * Makes a connection with an account: its OAuth client, its project and name, then the sign-in, which is
 * last because only that reaches the server. Undefined where the user gave up: then nothing is left of it.
 */
export async function addAccountConnection(
  parts: AuthParts,
  endpoint: string,
  { scopes }: { readonly scopes?: readonly string[] } = {},
  steps: AccountSteps = { pickClient, signInTo },
): Promise<Connection | undefined> {
  const { l10n, connections, newId } = parts;
  const title = l10n.t('Add Connection with an Account');
  const client = await steps.pickClient(parts);
  if (!client) return undefined;
  const project = await askForProject(parts, { title, value: client.project ?? '' });
  if (project === undefined) return undefined;
  const name = await nameNewConnection(parts, title, endpoint);
  if (name === undefined) return undefined;
  const connection: Connection = {
    id: newId(),
    name,
    endpoint,
    auth: 'oauth',
    ...(project === '' ? {} : { project }),
  };
  const undo = () => deleteSecrets(parts, connection);
  const wish = { client, ...(scopes === undefined ? {} : { scopes }) };
  const account = await steps.signInTo(parts, connection, wish).catch(async (error: unknown) => {
    await undo();
    throw error;
  });
  if (!account) {
    await undo();
    return undefined;
  }
  await keepConnection(connections, connection, undo);
  return connection;
}
