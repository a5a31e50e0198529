import { CLOUD_PLATFORM, SCOPE_PREFIX } from '../api/operations/scopes';
import { errorMessage } from '../base/errors';
import type { L10n } from '../platform/l10n';
import type { Connection } from '../service/connection';
import { isCovered } from './oauth/scopesToAsk';
import type { SignedIn } from './oauth/signInSteps';
import type { AuthParts } from './parts';

/** Tells who signed in and what was not granted. Nobody waits for it. */
export function tellSignedIn(
  { prompts, l10n, log, run }: Pick<AuthParts, 'prompts' | 'l10n' | 'log' | 'run'>,
  { id, name }: Connection,
  { email, missing, granted }: Pick<SignedIn, 'email' | 'missing' | 'granted'>,
): void {
  const who =
    email === undefined ? l10n.t('Signed in to “{0}”.', name) : l10n.t('Signed in as {0}.', email);
  const again = l10n.t('Ask Again');
  const tell = async (): Promise<void> => {
    if (missing.length === 0) {
      await prompts.notify('info', who);
      return;
    }
    const names = missing.map((scope) => scopeWord(scope, l10n)).join(', ');
    if (isCovered(granted)) {
      const covered = l10n.t('Without {0}, but Google Cloud access covers that.', names);
      await prompts.notify('info', `${who} ${covered}`);
      return;
    }
    const lacks = l10n.t('Access was not granted for: {0}. What needs it will not work.', names);
    const answer = await prompts.notify('warning', `${who} ${lacks}`, again);
    if (answer === again) await run('signIn', { connection: id, scopes: missing });
  };
  tell().catch((error: unknown) => log.error(`auth: ${errorMessage(error)}`));
}

/** A scope as a person would say it. */
export function scopeWord(scope: string, l10n: L10n): string {
  if (scope === CLOUD_PLATFORM) return l10n.t('Google Cloud');
  if (scope === SCOPE_PREFIX) return l10n.t('Generative Language');
  if (!scope.startsWith(`${SCOPE_PREFIX}.`)) return scope.split('/').at(-1) ?? scope;
  const [name = '', limit] = scope.slice(SCOPE_PREFIX.length + 1).split('.');
  return limit === 'readonly' ? l10n.t('{0} (read only)', name) : name;
}
