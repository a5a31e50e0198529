import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import type { Wanted } from './modelChoice';

/** Where a request goes. Throws `AppError` while there is no connection, or no model is chosen. */
export function requireTarget(
  { connection, ...wanted }: Wanted,
  l10n: L10n,
): Wanted & { readonly connection: string } {
  if (connection === undefined) {
    throw new AppError('noConnection', l10n.t('No connection to the service is set up.'), {
      hint: l10n.t('Add an API key, or try the built-in emulator.'),
    });
  }
  if (wanted.model === '') {
    throw new AppError('noModel', l10n.t('No model is chosen.'), {
      hint: l10n.t('Choose one from the list, or enter its name.'),
    });
  }
  return { connection, ...wanted };
}
