import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, errorCode } from '../base/errors';
import type { ConnectionTarget } from '../catalog/ref';
import type { Connection } from '../service/connection';
import { notSignedIn } from './accessTokens';
import { formatAdc, namedAdcPath, type UserAdc, wellKnownAdcPath } from './adc';
import type { AuthDeps } from './authDeps';
import type { Account, OAuthAccounts } from './oauthAccounts';

type ExportDeps = Pick<AuthDeps, 'prompts' | 'system' | 'connections' | 'signIns'>;

interface SignedInConnection {
  readonly connection: Connection;
  readonly account: Account;
}

/**
 * Writes the sign-in of a connection as this machine’s ADC file, after confirmation.
 * Throws `AppError` (`notSignedIn`, `otherSignInServer`, `adcNotWritten`).
 */
export async function exportCredentials(
  deps: ExportDeps,
  target: ConnectionTarget | undefined,
): Promise<void> {
  const { prompts } = deps;
  const { accounts, surroundings } = await deps.signIns();
  const chosen = await choose(deps, accounts, target);
  if (!chosen) return;
  const { id, project } = chosen.connection;
  await accounts.adcOf(id, project);
  const path = wellKnownAdcPath(surroundings());
  const named = namedAdcPath(surroundings());
  if (!(await confirm(deps, chosen, path, named))) return;
  // Read again: the sign-in may have changed during the confirmation.
  const kept = await exportAdc(path, await accounts.adcOf(id, project));
  const written = l10n.t('The application default credentials were written to {0}.', path);
  const moved = kept === undefined ? '' : ` ${l10n.t('The previous file was saved as {0}.', kept)}`;
  await prompts.notify('info', written + moved);
}

async function choose(
  { prompts, connections }: ExportDeps,
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
    const error = notSignedIn();
    if (target) error.subject = target;
    throw error;
  }
  return await prompts.pick(
    {
      title: l10n.t('Export Sign-In as Application Default Credentials'),
      placeholder: l10n.t('Select a sign-in to export'),
    },
    signedIn.map((one) => ({ label: one.connection.name, description: nameOf(one), value: one })),
  );
}

async function confirm(
  { prompts, system }: ExportDeps,
  chosen: SignedInConnection,
  path: string,
  named: string | undefined,
): Promise<boolean> {
  const { remoteHost } = system;
  const isTaken = await exists(path).catch(() => false);
  const detail = [
    l10n.t(
      'Any app you run on this machine can then act as this account until you sign out here or the access is revoked.',
    ),
    ...(remoteHost === undefined
      ? []
      : [l10n.t('The file is written on {0}, where the extension runs.', remoteHost)]),
    ...(isTaken ? [l10n.t('The existing file will be saved with “.bak” added to its name.')] : []),
    ...(named === undefined
      ? []
      : [
          l10n.t(
            'Apps that have GOOGLE_APPLICATION_CREDENTIALS set will keep using the file it points to.',
          ),
        ]),
    l10n.t('If you sign in again, export again. The file contains the token from this sign-in.'),
  ].join('\n\n');
  const write = isTaken ? l10n.t('Replace File') : l10n.t('Write File');
  const question = l10n.t('Write the sign-in for {0} to {1}?', nameOf(chosen), path);
  return (await prompts.confirm(question, { detail, actions: [write] })) === write;
}

function nameOf({ connection, account }: SignedInConnection): string {
  return account.email ?? connection.name;
}

/** Whether the file exists; the user must confirm its replacement. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Writes the credentials atomically, readable by the user only. Backs up an existing file as `.bak`.
 * Throws `AppError` (`adcNotWritten`), with the file unchanged.
 * @returns the path of the backup, if any.
 */
export async function exportAdc(path: string, adc: UserAdc): Promise<string | undefined> {
  const fresh = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(fresh, formatAdc(adc));
    const kept = (await exists(path)) ? await backUp(path) : undefined;
    await rename(fresh, path);
    return kept;
  } catch (error) {
    // Must not hide the original error, for example a missing folder.
    await rm(fresh, { force: true }).catch(() => undefined);
    throw new AppError('adcNotWritten', l10n.t('Couldn’t write {0}.', path), {
      hint: l10n.t('Check the permissions of the folder.'),
      cause: error,
    });
  }
}

async function writeFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Copies rather than renames, so that the file always exists. */
async function backUp(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const kept = `${path}.bak${number === 1 ? '' : number}`;
    try {
      await copyFile(path, kept, constants.COPYFILE_EXCL);
      await chmod(kept, 0o600);
      return kept;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}
