import type { ConnectionTarget } from '../catalog/ref';
import { EMULATOR_ID, type Connection } from '../service/connection';
import { connectionItems, type ConnectionItemsParts } from './connectionItems';
import type { AuthParts } from './parts';

export type ChooseConnectionParts = ConnectionItemsParts & Pick<AuthParts, 'prompts' | 'run'>;

/**
 * The connection of the user that a command works on: its target, else the only one, else one of a list.
 * Undefined when dismissed, and where there is none, which is said.
 */
export async function chooseConnection(
  parts: ChooseConnectionParts,
  target: ConnectionTarget | undefined,
  title: string,
): Promise<Connection | undefined> {
  const { prompts, l10n, connections, run } = parts;
  const { users } = connections;
  if (target?.connection === EMULATOR_ID) {
    void prompts.notify('info', l10n.t('The built-in emulator can’t be changed or removed.'));
    return undefined;
  }
  const found = users.find(({ id }) => id === target?.connection);
  if (found) return found;
  if (users.length === 0) {
    const add = l10n.t('Add Connection…');
    if ((await prompts.notify('info', l10n.t('There is no connection yet.'), add)) === add) {
      await run('addConnection');
    }
    return undefined;
  }
  // A list of one asks nothing: what comes next names the connection.
  return users.length === 1
    ? users[0]
    : await prompts.pick({ title }, connectionItems(parts, users));
}
