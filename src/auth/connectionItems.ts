import * as l10n from '@vscode/l10n';
import { endpointName } from '../api/endpoint';
import type { ConnectionTarget } from '../catalog/ref';
import type { PickItem } from '../platform/prompts';
import { type AuthKind, type Connection, EMULATOR_ID } from '../service/connection';
import type { AuthDeps } from './authDeps';
import { type AccountState, readAccountState } from './connectionStatus';

type ConnectionItemsDeps = Pick<AuthDeps, 'connections' | 'signIns'>;

export async function connectionItems(
  deps: ConnectionItemsDeps,
  list: readonly Connection[],
): Promise<readonly PickItem<Connection>[]> {
  const { connections } = deps;
  const { active, ofNewWindows } = connections;
  const credentials = await Promise.all(list.map((one) => describeCredential(deps, one)));
  const uses = ({ id }: Connection): readonly string[] => [
    ...(id === active?.id ? [l10n.t('this window')] : []),
    ...(id === ofNewWindows?.id ? [l10n.t('new windows')] : []),
  ];
  return list.map((connection, index) => {
    const isActive = connection.id === active?.id;
    const isEmulator = connection.id === EMULATOR_ID;
    const described = isEmulator
      ? [l10n.t('on this machine, no account needed')]
      : [endpointName(connection.endpoint), credentials[index] ?? ''];
    return {
      label: connection.name,
      description: [...described, ...uses(connection)].join(' · '),
      icon: isEmulator ? 'beaker' : credentialKind(connection.auth).icon,
      value: connection,
      active: isActive,
    };
  });
}

export async function describeCredential(
  { signIns }: Pick<ConnectionItemsDeps, 'signIns'>,
  connection: Connection,
): Promise<string> {
  const { label } = credentialKind(connection.auth);
  if (connection.auth === 'none') return l10n.t('no authentication');
  if (connection.auth !== 'oauth') return label;
  return describeAccount(await readAccountState(signIns, connection), label);
}

function describeAccount(account: AccountState, label: string): string {
  if (account.kind === 'signedOut') return l10n.t('not signed in');
  return account.kind === 'signedIn' ? (account.email ?? label) : label;
}

export type ChooseConnectionDeps = ConnectionItemsDeps & Pick<AuthDeps, 'prompts' | 'run'>;

/**
 * Returns the target connection, the only one, or the user’s choice.
 * Undefined if dismissed or if there are none, which is reported.
 */
export async function chooseConnection(
  deps: ChooseConnectionDeps,
  target: ConnectionTarget | undefined,
  title: string,
): Promise<Connection | undefined> {
  const { prompts, connections, run } = deps;
  const { users } = connections;
  if (target?.connection === EMULATOR_ID) {
    void prompts.notify('info', l10n.t('The built-in emulator can’t be changed or removed.'));
    return undefined;
  }
  const found = users.find(({ id }) => id === target?.connection);
  if (found) return found;
  if (users.length === 0) {
    const add = l10n.t('Add Connection…');
    if ((await prompts.notify('info', l10n.t('There are no connections yet.'), add)) === add) {
      await run('addConnection');
    }
    return undefined;
  }
  // No list for a single connection: the next step names it.
  return users.length === 1
    ? users[0]
    : await prompts.pick({ title }, connectionItems(deps, users));
}

export function credentialKind(kind: AuthKind): PickItem<AuthKind> & { readonly icon: string } {
  switch (kind) {
    case 'apiKey':
      return {
        value: kind,
        icon: 'key',
        label: l10n.t('API key'),
        detail: l10n.t(
          'Gives access to models and files. Tuned models and corpora require an account.',
        ),
      };
    case 'oauth':
      return {
        value: kind,
        icon: 'account',
        label: l10n.t('Account'),
        detail: l10n.t('Sign in with your browser. Requires an OAuth client file.'),
      };
    case 'adc':
      return {
        value: kind,
        icon: 'vm',
        label: l10n.t('Application default credentials'),
        detail: l10n.t(
          'Uses the credentials that “gcloud auth application-default login” stored on this machine.',
        ),
      };
    case 'none':
      return {
        value: kind,
        icon: 'plug',
        label: l10n.t('No authentication'),
        detail: l10n.t('For gateways that add their own credentials.'),
      };
  }
}
