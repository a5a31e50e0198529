import { AppError } from '../../../base/errors';
import type { PromptParts } from './promptParts';

/** Throws `AppError` (`notTrusted`) in a workspace that is not trusted: its prompt files neither run nor are written. */
export function requireTrust({ isTrusted, l10n }: Pick<PromptParts, 'isTrusted' | 'l10n'>): void {
  if (isTrusted()) return;
  throw new AppError(
    'notTrusted',
    l10n.t('Prompt files are only run and written in a workspace that you trust.'),
    { hint: l10n.t('This one is in Restricted Mode: nothing was sent or written.') },
  );
}
