import { abortable } from '../base/abortable';
import type { CommandName } from '../catalog/ids';
import type { PickItem } from '../platform/prompts';
import { EMULATOR_ID, type Connection } from '../service/connection';
import { readAccountState } from './accountState';
import { connectionItems } from './connectionItems';
import type { AuthParts } from './parts';

export type ConnectionMenuParts = Pick<
  AuthParts,
  'prompts' | 'progress' | 'l10n' | 'connections' | 'emulator' | 'signIns'
>;

/** What the menu offers besides the connections. */
export type MenuCommand = Extract<
  CommandName,
  | 'addConnection'
  | 'signIn'
  | 'signOut'
  | 'editConnection'
  | 'renameConnection'
  | 'duplicateConnection'
  | 'removeConnection'
  | 'diagnoseConnection'
  | 'showLog'
>;

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
  const { prompts, l10n, connections } = parts;
  const chosen = await prompts.pick(
    { title: l10n.t('Switch Connection'), placeholder: l10n.t('The connection of this window') },
    connectionItems(parts, connections.list()),
  );
  if (chosen) await activate(parts, chosen);
}

/** The menu of the status bar: another connection, or a command around them, which the caller runs. */
export async function manageConnections(
  parts: ConnectionMenuParts,
): Promise<MenuCommand | undefined> {
  const { prompts, l10n } = parts;
  const chosen = await prompts.pick<Connection | MenuCommand>(
    { title: l10n.t('Connections'), placeholder: l10n.t('Switch to a connection, or change them') },
    menuItems(parts),
  );
  if (typeof chosen === 'string') return chosen;
  if (chosen) await activate(parts, chosen);
  return undefined;
}

async function activate(parts: ConnectionMenuParts, connection: Connection): Promise<void> {
  if (connection.id === EMULATOR_ID) await useEmulator(parts);
  else await parts.connections.activate(connection.id);
}

async function menuItems(
  parts: ConnectionMenuParts,
): Promise<readonly PickItem<Connection | MenuCommand>[]> {
  const { l10n, connections } = parts;
  const { users, active } = connections;
  const [rows, signedIn] = await Promise.all([
    connectionItems(parts, connections.list()),
    signedInIds(parts),
  ]);
  const item = (value: MenuCommand, icon: string, label: string): PickItem<MenuCommand> => ({
    label,
    icon,
    value,
  });
  const hasOwn = users.length > 0;
  const first = item('addConnection', 'add', l10n.t('Add Connection…'));
  return [
    ...rows,
    { ...first, separator: '' },
    ...(active && signedIn.has(active.id) ? [] : [item('signIn', 'account', l10n.t('Sign In…'))]),
    ...(signedIn.size > 0 ? [item('signOut', 'sign-out', l10n.t('Sign Out…'))] : []),
    ...(hasOwn
      ? [
          item('editConnection', 'edit', l10n.t('Edit Connection…')),
          item('renameConnection', 'tag', l10n.t('Rename Connection…')),
          item('duplicateConnection', 'copy', l10n.t('Duplicate Connection…')),
          item('removeConnection', 'trash', l10n.t('Remove Connection…')),
        ]
      : []),
    ...(active ? [item('diagnoseConnection', 'pulse', l10n.t('Diagnose Connection…'))] : []),
    item('showLog', 'output', l10n.t('Show Log')),
  ];
}

/** Connections with an account that is signed in, by their ids. */
async function signedInIds({ connections, signIns }: ConnectionMenuParts) {
  const withAccounts = connections.users.filter(({ auth }) => auth === 'oauth');
  const states = await Promise.all(withAccounts.map((one) => readAccountState(signIns, one)));
  const signedIn = withAccounts.filter((_one, index) => states[index]?.kind === 'signedIn');
  return new Set(signedIn.map(({ id }) => id));
}
