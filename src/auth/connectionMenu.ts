import * as l10n from '@vscode/l10n';
import { abortable } from '../base/async';
import type { CommandName } from '../catalog/commands';
import type { ConnectionTarget } from '../catalog/ref';
import type { PickButton, PickItem, Prompts } from '../platform/prompts';
import { runWizard } from '../platform/wizard';
import { type Connection, EMULATOR_ID } from '../service/connection';
import type { AuthDeps } from './authDeps';
import { connectionItems } from './connectionItems';
import { readAccountState } from './connectionStatus';

type ConnectionMenuDeps = Pick<
  AuthDeps,
  'prompts' | 'progress' | 'connections' | 'choices' | 'emulator' | 'signIns'
>;

type MenuCommand = Extract<
  CommandName,
  | 'addConnection'
  | 'signIn'
  | 'signOut'
  | 'editConnection'
  | 'renameConnection'
  | 'duplicateConnection'
  | 'removeConnection'
  | 'diagnoseConnection'
  | 'recordWindow'
  | 'showLog'
>;

interface MenuChoice {
  readonly command: MenuCommand;
  readonly target?: ConnectionTarget;
}

type Reach = 'window' | 'everywhere';

/** `globalState` key of the last choice of windows. */
const REACH = 'switchReach';

export async function useEmulator(
  { progress, emulator, connections }: Omit<ConnectionMenuDeps, 'prompts' | 'choices'>,
  // Without other connections, new windows should use the emulator too.
  { everywhere = connections.users.length === 0 }: { readonly everywhere?: boolean } = {},
): Promise<void> {
  if (emulator.state.status !== 'running') {
    await progress(l10n.t('Starting the built-in emulator…'), (signal) =>
      abortable(emulator.start(), signal),
    );
  }
  await connections.activate(EMULATOR_ID, { everywhere });
}

export async function switchConnection(deps: ConnectionMenuDeps): Promise<void> {
  const { connections } = deps;
  await choose(deps, async (prompts) =>
    prompts.pick(
      { title: l10n.t('Switch Connection'), placeholder: l10n.t('Select a connection') },
      connectionItems(deps, connections.list()),
    ),
  );
}

/** Shows the status bar menu of connections and commands. The caller runs the chosen command. */
export async function manageConnections(deps: ConnectionMenuDeps): Promise<MenuChoice | undefined> {
  let choice: MenuChoice | undefined;
  await choose(deps, async (prompts) => {
    const chosen = await prompts.pick<Connection | MenuChoice>(
      {
        title: l10n.t('Connections'),
        placeholder: l10n.t('Select a connection to use, or manage connections'),
      },
      menuItems(deps),
    );
    if (!chosen || 'id' in chosen) return chosen;
    choice = chosen;
    return undefined;
  });
  return choice;
}

async function choose(
  deps: ConnectionMenuDeps,
  pick: (prompts: Prompts) => Promise<Connection | undefined>,
): Promise<void> {
  const { prompts, connections, choices } = deps;
  interface Answers {
    readonly connection?: Connection;
    readonly reach?: Reach;
  }
  const answers = await runWizard<Answers>(prompts, {}, [
    {
      ask: async (asked) => {
        const connection = await pick(asked);
        return connection && { connection };
      },
    },
    {
      isAsked: ({ connection }) =>
        connection !== undefined && connection.id !== connections.ofNewWindows?.id,
      ask: async (asked, { connection }) => {
        const reach = connection && (await askForReach(deps, asked, connection));
        return reach && { reach };
      },
    },
  ]);
  if (!answers?.connection) return;
  const { connection, reach } = answers;
  if (reach) await choices.update(REACH, reach);
  const everywhere = reach === 'everywhere';
  if (connection.id === EMULATOR_ID) await useEmulator(deps, { everywhere });
  else await connections.activate(connection.id, { everywhere });
}

async function askForReach(
  { choices }: ConnectionMenuDeps,
  prompts: Prompts,
  { name }: Connection,
): Promise<Reach | undefined> {
  const last = choices.get<Reach>(REACH, 'window');
  const item = (value: Reach, icon: string, label: string): PickItem<Reach> => ({
    value,
    icon,
    label,
    active: value === last,
  });
  return await prompts.pick<Reach>(
    {
      title: l10n.t('Use “{0}”', name),
      placeholder: l10n.t('Select which windows use this connection'),
    },
    [
      item('window', 'window', l10n.t('This window')),
      item('everywhere', 'multiple-windows', l10n.t('This window and new windows')),
    ],
  );
}

async function menuItems(
  deps: ConnectionMenuDeps,
): Promise<readonly PickItem<Connection | MenuChoice>[]> {
  const { connections } = deps;
  const { users, active } = connections;
  const [rows, signedIn] = await Promise.all([
    connectionItems(deps, connections.list()),
    signedInIds(deps),
  ]);
  const item = (command: MenuCommand, icon: string, label: string): PickItem<MenuChoice> => ({
    label,
    icon,
    value: { command },
  });
  const hasOwn = users.length > 0;
  const first = item('addConnection', 'add', l10n.t('Add Connection…'));
  return [
    ...rows.map((row) => ({ ...row, buttons: rowButtons(row.value) })),
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
    ...(active
      ? [
          item('diagnoseConnection', 'pulse', l10n.t('Diagnose Connection…')),
          item('recordWindow', 'record', l10n.t('Record or Replay VS Code Requests…')),
        ]
      : []),
    item('showLog', 'output', l10n.t('Show Log')),
  ];
}

function rowButtons({ id }: Connection): readonly PickButton<MenuChoice>[] {
  const target = { connection: id };
  const diagnose: PickButton<MenuChoice> = {
    icon: 'pulse',
    tooltip: l10n.t('Diagnose Connection…'),
    value: { command: 'diagnoseConnection', target },
  };
  if (id === EMULATOR_ID) return [diagnose];
  return [
    {
      icon: 'edit',
      tooltip: l10n.t('Edit Connection…'),
      value: { command: 'editConnection', target },
    },
    diagnose,
    {
      icon: 'trash',
      tooltip: l10n.t('Remove Connection…'),
      value: { command: 'removeConnection', target },
    },
  ];
}

async function signedInIds({ connections, signIns }: ConnectionMenuDeps) {
  const withAccounts = connections.users.filter(({ auth }) => auth === 'oauth');
  const states = await Promise.all(withAccounts.map((one) => readAccountState(signIns, one)));
  const signedIn = withAccounts.filter((_one, index) => states[index]?.kind === 'signedIn');
  return new Set(signedIn.map(({ id }) => id));
}
