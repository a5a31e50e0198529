import type { RetryWait } from '../../api/retry/wait';
import { waitReason } from '../../catalog/errorHelp';
import type { L10n } from '../../platform/l10n';
import type { Waiting } from '../protocol';

/** A wait as the panel shows it, so many milliseconds before its end. */
export function waitingFor(wait: RetryWait, remainingMs: number, l10n: L10n): Waiting {
  const { attempt, maxAttempts, asked, error } = wait;
  const { message, args } = waitReason(error);
  const askedMs = asked && 'retryDelayMs' in error ? error.retryDelayMs : undefined;
  return {
    reason: l10n.t(message, ...args),
    attempt: attempt + 1,
    maxAttempts,
    ...(askedMs !== undefined && { askedSeconds: Math.ceil(askedMs / 1000) }),
    remainingMs,
  };
}
