import type { L10n } from '../../platform/l10n';
import type { BatchTexts } from './batchJob';

/** What is said of chunks that could not be made. */
export function batchTexts(l10n: L10n): BatchTexts {
  return {
    taken: l10n.t('Another chunk has this id.'),
    oversized: l10n.t('It is larger than what the service takes in one call.'),
    unclear: l10n.t('It is not known whether it was done: check before you try again.'),
    tooMany: l10n.t('The service refuses too many rows.'),
  };
}
