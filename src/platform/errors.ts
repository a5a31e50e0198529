import * as l10n from '@vscode/l10n';
import { AppError } from '../base/errors';

/**
 * Throws `AppError` (`noConnection`) if the connection or id is undefined.
 * Create this error only here, as fixes depend on it.
 */
export function requireConnected<C>(connection: C | undefined): C {
  if (connection !== undefined) return connection;
  throw new AppError('noConnection', l10n.t('No connection is set up.'), {
    hint: l10n.t('Add a connection, or use the built-in emulator.'),
  });
}

/** Returns the error for a menu choice whose items were redrawn, so that no other item is used. */
export function staleSelection(): AppError {
  return new AppError('lostRow', l10n.t('The list has changed.'), {
    hint: l10n.t('Nothing was done. Select again.'),
  });
}
