import { AppError, CancelledError, errorMessage } from '../base/errors';
import type { SignOut } from './oauth/oauthAccounts';
import type { AuthParts } from './parts';

/** Where a user takes the access back by hand. */
const BY_HAND = 'https://myaccount.google.com/connections';

/** Tells how a sign-out went, of one account or of several, in one message. Nobody waits for it. */
export function tellSignedOut(
  { prompts, system, l10n, log }: Pick<AuthParts, 'prompts' | 'system' | 'l10n' | 'log'>,
  names: string,
  outcomes: readonly SignOut[],
): void {
  const revokeError = outcomes.find((outcome) => outcome.revokeError !== undefined)?.revokeError;
  const storageError = outcomes.find((outcome) => outcome.storageError !== undefined)?.storageError;
  const open = l10n.t('Open Account Page');
  const tell = async (): Promise<void> => {
    if (revokeError === undefined && storageError === undefined) {
      await prompts.notify('info', l10n.t('Signed out {0}.', names));
      return;
    }
    const lines = [
      storageError === undefined
        ? l10n.t('Signed out {0} in VS Code.', names)
        : l10n.t(
            'Signed out {0} in this window, but something of it may still be stored: {1}',
            names,
            sentences(storageError),
          ),
    ];
    if (CancelledError.is(revokeError)) {
      lines.push(l10n.t('The sign-in server was not told.'));
    } else if (revokeError !== undefined) {
      lines.push(l10n.t('The sign-in server could not be told: {0}', errorMessage(revokeError)));
    }
    lines.push(l10n.t('Remove the access by hand on the page of the account.'));
    const level = storageError === undefined ? 'warning' : 'error';
    const answer = await prompts.notify(level, lines.join(' '), open);
    if (answer === open) await system.openExternal(BY_HAND);
  };
  tell().catch((error: unknown) => log.error(`auth: ${errorMessage(error)}`));
}

function sentences(error: unknown): string {
  const hint = error instanceof AppError ? error.hint : undefined;
  return [errorMessage(error), hint].filter(Boolean).join(' ');
}
