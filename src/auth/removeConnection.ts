import * as l10n from '@vscode/l10n';
import { AppError, CancelledError, errorMessage, messageWithHint } from '../base/errors';
import type { ConnectionTarget } from '../catalog/ref';
import type { AuthKind, Connection } from '../service/connection';
import type { AuthDeps } from './authDeps';
import { chooseConnection, type ChooseConnectionDeps } from './connectionItems';
import { type Account, isSameGrant } from './oauthAccounts';
import { runningSignIns } from './signInDialog';

type RemoveConnectionDeps = ChooseConnectionDeps & DeleteSecretsDeps;

/** Removes a connection and its secrets, after confirmation. */
export async function removeConnection(
  deps: RemoveConnectionDeps,
  target?: ConnectionTarget,
): Promise<void> {
  const { prompts, connections } = deps;
  const chosen = await chooseConnection(deps, target, l10n.t('Remove Connection'));
  if (!chosen) return;
  const remove = l10n.t('Remove');
  const answer = await prompts.confirm(l10n.t('Remove the connection “{0}”?', chosen.name), {
    detail: await deletionText(deps, chosen),
    actions: [remove],
  });
  if (answer !== remove) return;
  // Secrets first, so that none remain without a connection.
  const { storageError, ...deletion } = await deleteSecrets(deps, chosen);
  reportRemainingSecrets(deps, chosen, deletion);
  if (storageError !== undefined) {
    const anyway = l10n.t('Remove Anyway');
    const detail = storageError instanceof AppError ? (storageError.hint ?? '') : '';
    const message = errorMessage(storageError);
    if ((await prompts.confirm(message, { detail, actions: [anyway] })) !== anyway) return;
  }
  await connections.remove(chosen.id);
}

type DeleteSecretsDeps = Pick<
  AuthDeps,
  'progress' | 'prompts' | 'serverHeaders' | 'signIns' | 'vault'
>;

/** Errors of the deletion; empty if complete. */
interface SecretsDeletion {
  readonly storageError?: unknown;
  readonly revokeError?: unknown;
}

type StoredKind = AuthKind | 'serverHeaders';

const STORED: readonly StoredKind[] = ['apiKey', 'oauth', 'serverHeaders'];

/** Deletes the stored key, sign-in (also on the server), OAuth client and headers. Never throws. */
export async function deleteSecrets(
  deps: Omit<DeleteSecretsDeps, 'prompts'>,
  { id, name }: Connection,
  kinds: readonly StoredKind[] = STORED,
): Promise<SecretsDeletion> {
  const { progress, vault, serverHeaders, signIns } = deps;
  const failures: unknown[] = [];
  let revokeError: unknown;
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  };
  if (kinds.includes('apiKey')) await attempt(() => vault.delete(id));
  if (kinds.includes('serverHeaders')) await attempt(() => serverHeaders.forget(id));
  if (kinds.includes('oauth')) {
    // A running sign-in would store a new one afterwards.
    runningSignIns.end(id);
    await attempt(async () => {
      const { accounts, clients } = await signIns();
      const isThere = (await accounts.find(id).catch(() => true)) !== undefined;
      const outcome = isThere
        ? await progress(l10n.t('Signing out of “{0}”…', name), (signal) =>
            accounts.signOut(id, signal),
          )
        : {};
      revokeError = outcome.revokeError;
      if (outcome.storageError !== undefined) failures.push(outcome.storageError);
      await clients.delete(id);
    });
  }
  return {
    ...(failures.length === 0 ? {} : { storageError: failures[0] }),
    ...(revokeError === undefined ? {} : { revokeError }),
  };
}

export function reportRemainingSecrets(
  { prompts }: Pick<DeleteSecretsDeps, 'prompts'>,
  { name }: Connection,
  { storageError, revokeError }: SecretsDeletion,
): void {
  if (storageError !== undefined) void prompts.notify('warning', messageWithHint(storageError));
  if (revokeError === undefined) return;
  const why = CancelledError.is(revokeError)
    ? l10n.t('Revoking access was canceled. Revoke it in your account’s security settings.')
    : messageWithHint(revokeError);
  const what = l10n.t('“{0}” is signed out here, but its sign-in may still be valid.', name);
  void prompts.notify('warning', `${what} ${why}`);
}

type DeletionTextDeps = Pick<AuthDeps, 'connections' | 'signIns'>;

/** Returns sentences that describe the deletions that go with the credential. */
export async function deletionText(
  deps: DeletionTextDeps,
  { id, auth }: Connection,
): Promise<string> {
  switch (auth) {
    case 'apiKey':
      return l10n.t('Its API key will be deleted from VS Code secret storage.');
    case 'oauth': {
      const others = await sharersOf(deps, id);
      return [
        l10n.t('You’ll be signed out here and at the sign-in server.'),
        l10n.t('Its OAuth client will be deleted from VS Code secret storage.'),
        ...(others.length === 0
          ? []
          : [
              l10n.t(
                'This also ends the account’s other sign-ins with this client: {0}.',
                others.map((name) => `“${name}”`).join(', '),
              ),
            ]),
      ].join(' ');
    }
    case 'adc':
      return l10n.t('The application default credentials on this machine won’t be changed.');
    case 'none':
      return l10n.t('The connection has no stored credential.');
  }
}

async function sharersOf(
  { connections, signIns }: DeletionTextDeps,
  id: string,
): Promise<readonly string[]> {
  let accounts: readonly Account[];
  try {
    accounts = await (await signIns()).accounts.list();
  } catch {
    return [];
  }
  const own = accounts.find((account) => account.id === id);
  if (!own) return [];
  return accounts
    .filter((other) => isSameGrant(other, own))
    .map((other) => connections.find(other.id)?.name ?? new URL(other.origin).host);
}
