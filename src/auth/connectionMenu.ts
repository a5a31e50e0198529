import { abortable } from '../base/abortable';
import { AppError, errorMessage } from '../base/errors';
import type { L10n } from '../platform/l10n';
import type { Progress } from '../platform/progress';
import type { PickItem, Prompts } from '../platform/prompts';
import { EMULATOR_ID, type Connection } from '../service/connection';
import type { Emulator } from '../service/emulator';
import type { ConnectionList } from './connectionList';
import type { KeyVault } from './keyVault';

export interface ConnectionMenuParts {
  readonly prompts: Prompts;
  readonly progress: Progress;
  readonly l10n: L10n;
  readonly connections: ConnectionList;
  readonly vault: KeyVault;
  readonly emulator: Emulator;
}

/** What the menu offers besides the connections: commands of the room. */
export type MenuCommand = 'addApiKey' | 'addApiKeyForEndpoint' | 'removeConnection' | 'showLog';

/** Starts the emulator and makes its connection the active one. */
export async function useEmulator(parts: ConnectionMenuParts): Promise<void> {
  const { progress, l10n, emulator, connections } = parts;
  if (emulator.state.status !== 'running') {
    await progress(l10n.t('Starting the built-in emulator…'), (signal) =>
      abortable(emulator.start(), signal),
    );
  }
  // A newcomer who chose it wants it in the next window too; somebody with keys does not.
  const everywhere = connections.users.length === 0;
  await connections.activate(EMULATOR_ID, { everywhere });
}

export async function switchConnection(parts: ConnectionMenuParts): Promise<void> {
  const { prompts, l10n } = parts;
  const chosen = await prompts.pick(
    { title: l10n.t('Switch Connection'), placeholder: l10n.t('The connection of this window') },
    connectionItems(parts, parts.connections.list()),
  );
  if (chosen) await activate(parts, chosen);
}

/** Removes a connection of the user with its key, after a question. */
export async function removeConnection(parts: ConnectionMenuParts): Promise<void> {
  const { prompts, l10n, connections, vault } = parts;
  if (connections.users.length === 0) {
    await prompts.notify('info', l10n.t('There is no connection to remove.'));
    return;
  }
  const chosen = await prompts.pick(
    { title: l10n.t('Remove Connection') },
    connectionItems(parts, connections.users),
  );
  if (!chosen) return;
  const remove = l10n.t('Remove');
  const answer = await prompts.confirm(l10n.t('Remove the connection “{0}”?', chosen.name), {
    detail: l10n.t('Its API key is deleted from the secret storage of VS Code.'),
    actions: [remove],
  });
  if (answer !== remove) return;
  // The key first: nothing of it may stay behind when the connection is gone.
  try {
    await vault.delete(chosen.id);
  } catch (error) {
    const anyway = l10n.t('Remove Anyway');
    const hint = error instanceof AppError ? (error.hint ?? '') : '';
    const decided = await prompts.confirm(errorMessage(error), { detail: hint, actions: [anyway] });
    if (decided !== anyway) return;
  }
  await connections.remove(chosen.id);
}

/** The menu of the status bar: another connection, or a command for all of them. */
export async function manageConnections(
  parts: ConnectionMenuParts,
): Promise<MenuCommand | undefined> {
  const { prompts, l10n, connections } = parts;
  const command = (label: string, value: MenuCommand): PickItem<Connection | MenuCommand> => ({
    label,
    value,
  });
  const chosen = await prompts.pick<Connection | MenuCommand>(
    { title: l10n.t('Connections'), placeholder: l10n.t('Switch to a connection, or change them') },
    [
      ...connectionItems(parts, connections.list()),
      command(l10n.t('Add API Key…'), 'addApiKey'),
      command(l10n.t('Add API Key for Another Endpoint…'), 'addApiKeyForEndpoint'),
      ...(connections.users.length > 0
        ? [command(l10n.t('Remove Connection…'), 'removeConnection')]
        : []),
      command(l10n.t('Show Log'), 'showLog'),
    ],
  );
  if (typeof chosen === 'string') return chosen;
  if (chosen) await activate(parts, chosen);
  return undefined;
}

async function activate(parts: ConnectionMenuParts, connection: Connection): Promise<void> {
  if (connection.id === EMULATOR_ID) await useEmulator(parts);
  else await parts.connections.activate(connection.id);
}

function connectionItems(
  { l10n, connections }: ConnectionMenuParts,
  list: readonly Connection[],
): readonly PickItem<Connection>[] {
  const { active } = connections;
  return list.map((connection) => {
    const isActive = connection.id === active?.id;
    const where =
      connection.id === EMULATOR_ID
        ? l10n.t('on this machine, without an account')
        : new URL(connection.endpoint).host;
    return {
      label: connection.name,
      description: isActive ? l10n.t('{0} · in use', where) : where,
      value: connection,
      active: isActive,
    };
  });
}
