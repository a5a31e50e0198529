import { AppError, CancelledError, errorMessage } from '../base/errors';
import type { AuthKind, Connection } from '../service/connection';
import type { AuthParts } from './parts';
import { runningSignIns } from './runningSignIns';

export type DeleteSecretsParts = Pick<
  AuthParts,
  'progress' | 'prompts' | 'l10n' | 'vault' | 'signIns'
>;

/** How it went; empty where nothing of a connection is left. */
export interface SecretsDeletion {
  /** Why something may still be in the secret storage. */
  readonly storageError?: unknown;
  /** Why the server was not told that the sign-in is over, or did not agree. */
  readonly revokeError?: unknown;
}

const STORED: readonly AuthKind[] = ['apiKey', 'oauth'];

/**
 * Deletes what is stored for a connection, of these kinds: its key; its sign-in, also at the server, with
 * its OAuth client. All of it is tried, and nothing thrown.
 */
export async function deleteSecrets(
  parts: Omit<DeleteSecretsParts, 'prompts'>,
  { id, name }: Connection,
  kinds: readonly AuthKind[] = STORED,
): Promise<SecretsDeletion> {
  const { progress, l10n, vault, signIns } = parts;
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
  if (kinds.includes('oauth')) {
    // It would store another one behind this.
    runningSignIns.end(id);
    await attempt(async () => {
      const { accounts, clients } = await signIns();
      // Also where it can't be known whether there is one.
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

/** Says what is not as gone as it should be. Waits for nobody. */
export function tellWhatIsLeft(
  { prompts, l10n }: Pick<DeleteSecretsParts, 'prompts' | 'l10n'>,
  { name }: Connection,
  { storageError, revokeError }: SecretsDeletion,
): void {
  if (storageError !== undefined) void prompts.notify('warning', sentences(storageError));
  if (revokeError === undefined) return;
  const why = CancelledError.is(revokeError)
    ? l10n.t('That was cancelled. End it in the security settings of the account.')
    : sentences(revokeError);
  const what = l10n.t('“{0}” is signed out here, but its sign-in may still be valid.', name);
  void prompts.notify('warning', `${what} ${why}`);
}

function sentences(error: unknown): string {
  const hint = error instanceof AppError ? error.hint : undefined;
  return [errorMessage(error), hint].filter(Boolean).join(' ');
}
