import type { ExchangeFacts } from '../api/transport';
import type { L10n } from '../platform/l10n';

export type Verdict = 'good' | 'bad' | 'cancelled';

/** How a request went, for its icon: an error of the service is as bad as one of the network. */
export function verdictOf({ outcome, status = 0 }: ExchangeFacts): Verdict {
  if (outcome === 'cancelled') return 'cancelled';
  return outcome === 'answered' && status < 400 ? 'good' : 'bad';
}

/** What became of a request, in words for the middle of a line. */
export function outcomeText({ outcome }: ExchangeFacts, l10n: L10n): string {
  switch (outcome) {
    case 'answered':
      return l10n.t('answered');
    case 'cancelled':
      return l10n.t('cancelled');
    case 'failed':
      return l10n.t('failed');
    case 'unreachable':
      return l10n.t('host unreachable');
    case 'dns':
      return l10n.t('host not found');
    case 'refused':
      return l10n.t('connection refused');
    case 'certificate':
      return l10n.t('certificate not trusted');
    case 'proxy':
      return l10n.t('proxy failed');
    case 'timeout':
      return l10n.t('timed out');
    case 'idle':
      return l10n.t('stood still');
    case 'reset':
      return l10n.t('connection reset');
    case 'incomplete':
      return l10n.t('cut off');
    case 'empty':
      return l10n.t('empty answer');
    case 'notJson':
      return l10n.t('not an answer of the service');
    case 'tooLarge':
      return l10n.t('too large');
    case 'redirect':
      return l10n.t('redirect refused');
    case 'badCredential':
      return l10n.t('unusable credential');
  }
}
