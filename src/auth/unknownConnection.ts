import { AppError } from '../base/errors';
import type { L10n } from '../platform/l10n';

/** Says that a connection was removed, here or in another window. */
export function unknownConnection(l10n: L10n): AppError<'unknownConnection'> {
  return new AppError('unknownConnection', l10n.t('The connection is not there any more.'), {
    hint: l10n.t('Choose another one, or add it again.'),
  });
}
