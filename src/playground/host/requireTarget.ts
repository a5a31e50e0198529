import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import { requireConnected } from '../../platform/errors';
import type { Wanted } from './modelChoice';

/** Where a request goes. Throws `AppError` while there is no connection, or no model is chosen. */
export function requireTarget(
  { connection, ...wanted }: Wanted,
  l10n: L10n,
): Wanted & { readonly connection: string } {
  const connected = requireConnected(connection, l10n);
  if (wanted.model === '') {
    throw new AppError('noModel', l10n.t('No model is chosen.'), {
      hint: l10n.t('Choose one from the list, or enter its name.'),
    });
  }
  return { connection: connected, ...wanted };
}
