import { endpointName } from '../api/endpoint';
import type { L10n } from '../platform/l10n';
import type { PickItem } from '../platform/prompts';
import { EMULATOR_ID, type Connection } from '../service/connection';
import { readAccountState, type AccountState } from './accountState';
import { credentialKind } from './credentialKind';
import type { AuthParts } from './parts';

export type ConnectionItemsParts = Pick<AuthParts, 'l10n' | 'connections' | 'signIns'>;

/** Connections as the rows of a list, with what signs their requests, and which of them are in use where. */
export async function connectionItems(
  parts: ConnectionItemsParts,
  list: readonly Connection[],
): Promise<readonly PickItem<Connection>[]> {
  const { l10n, connections } = parts;
  const { active, ofNewWindows } = connections;
  const credentials = await Promise.all(list.map((one) => describeCredential(parts, one)));
  const uses = ({ id }: Connection): readonly string[] => [
    ...(id === active?.id ? [l10n.t('this window')] : []),
    ...(id === ofNewWindows?.id ? [l10n.t('new windows')] : []),
  ];
  return list.map((connection, index) => {
    const isActive = connection.id === active?.id;
    const isEmulator = connection.id === EMULATOR_ID;
    const described = isEmulator
      ? [l10n.t('on this machine, without an account')]
      : [endpointName(connection.endpoint), credentials[index] ?? ''];
    return {
      label: connection.name,
      description: [...described, ...uses(connection)].join(' · '),
      icon: isEmulator ? 'beaker' : credentialKind(connection.auth, l10n).icon,
      value: connection,
      active: isActive,
    };
  });
}

/** What signs the requests of a connection: the kind of credential, or whose account. */
export async function describeCredential(
  { l10n, signIns }: Pick<ConnectionItemsParts, 'l10n' | 'signIns'>,
  connection: Connection,
): Promise<string> {
  const { label } = credentialKind(connection.auth, l10n);
  if (connection.auth !== 'oauth') return label;
  return describeAccount(await readAccountState(signIns, connection), label, l10n);
}

function describeAccount(account: AccountState, label: string, l10n: L10n): string {
  if (account.kind === 'signedOut') return l10n.t('not signed in');
  return account.kind === 'signedIn' ? (account.email ?? label) : label;
}
