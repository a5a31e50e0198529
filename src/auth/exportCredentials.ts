import type { ConnectionTarget } from '../catalog/ref';
import type { Connection } from '../service/connection';
import { namedAdcPath, wellKnownAdcPath } from './oauth/adcFile';
import { exportAdc, isThere } from './oauth/exportAdc';
import type { Account, OAuthAccounts } from './oauth/oauthAccounts';
import { notSignedIn } from './oauth/storedRefresh';
import type { AuthParts } from './parts';

export type ExportParts = Pick<
  AuthParts,
  'prompts' | 'system' | 'l10n' | 'connections' | 'signIns'
>;

interface SignedInConnection {
  readonly connection: Connection;
  readonly account: Account;
}

/**
 * Writes the sign-in of a connection as the application default credentials of this machine, after a
 * question. Throws `AppError`: `notSignedIn`, `otherSignInServer`, `adcNotWritten`.
 */
export async function exportCredentials(
  parts: ExportParts,
  target: ConnectionTarget | undefined,
): Promise<void> {
  const { prompts, l10n } = parts;
  const { accounts, surroundings } = await parts.signIns();
  const chosen = await choose(parts, accounts, target);
  if (!chosen) return;
  const { id, project } = chosen.connection;
  // Nobody is asked about what could not be written.
  await accounts.adcOf(id, project);
  const path = wellKnownAdcPath(surroundings());
  const named = namedAdcPath(surroundings());
  if (!(await confirm(parts, chosen, path, named))) return;
  // Anew: the token may have been replaced, or the sign-in have ended, while the question stood.
  const kept = await exportAdc(path, await accounts.adcOf(id, project), l10n);
  const written = l10n.t('The application default credentials were written to {0}.', path);
  const moved =
    kept === undefined ? '' : ` ${l10n.t('What was there before is kept as {0}.', kept)}`;
  await prompts.notify('info', written + moved);
}

/** The target, else the active connection, else the only or the picked one that is signed in. */
async function choose(
  { prompts, l10n, connections }: ExportParts,
  accounts: OAuthAccounts,
  target: ConnectionTarget | undefined,
): Promise<SignedInConnection | undefined> {
  const signedIn: SignedInConnection[] = [];
  for (const connection of connections.users.filter(({ auth }) => auth === 'oauth')) {
    const account = await accounts.find(connection.id);
    if (account) signedIn.push({ connection, account });
  }
  const wanted = target?.connection ?? connections.active?.id;
  const found = signedIn.find(({ connection }) => connection.id === wanted);
  if (found) return found;
  if (target || signedIn.length === 0) {
    const error = notSignedIn(l10n);
    if (target) error.subject = target;
    throw error;
  }
  return await prompts.pick(
    {
      title: l10n.t('Export as Application Default Credentials'),
      placeholder: l10n.t('The sign-in to export'),
    },
    signedIn.map((one) => ({ label: one.connection.name, description: nameOf(one), value: one })),
  );
}

async function confirm(
  { prompts, system, l10n }: ExportParts,
  chosen: SignedInConnection,
  path: string,
  named: string | undefined,
): Promise<boolean> {
  const { remoteHost } = system;
  // What can't be looked at can't be written either, which is told then.
  const isTaken = await isThere(path).catch(() => false);
  const detail = [
    l10n.t(
      'Every program that you run on this machine can then act as this account, until you sign out here or the access is revoked.',
    ),
    ...(remoteHost === undefined
      ? []
      : [l10n.t('The file is written on {0}, where the extension runs.', remoteHost)]),
    ...(isTaken
      ? [l10n.t('A file is there already. It is kept beside it, with “.bak” after its name.')]
      : []),
    ...(named === undefined
      ? []
      : [
          l10n.t(
            'Programs for which GOOGLE_APPLICATION_CREDENTIALS is set go on using the file that it names.',
          ),
        ]),
    l10n.t('After a new sign-in here, export again: the file holds the token of this one.'),
  ].join('\n\n');
  const write = isTaken ? l10n.t('Replace File') : l10n.t('Write File');
  const question = l10n.t('Write the sign-in of {0} to {1}?', nameOf(chosen), path);
  return (await prompts.confirm(question, { detail, actions: [write] })) === write;
}

function nameOf({ connection, account }: SignedInConnection): string {
  return account.email ?? connection.name;
}
