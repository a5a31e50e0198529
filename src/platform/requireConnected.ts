import { AppError } from '../base/errors';
import type { L10n } from './l10n';

/**
 * The connection (or its id) that something needs. Throws `AppError` (`noConnection`) while there is none: the
 * tables of reasons know its buttons, and only this file makes it.
 */
export function requireConnected<C>(connection: C | undefined, l10n: L10n): C {
  if (connection !== undefined) return connection;
  throw new AppError('noConnection', l10n.t('No connection to the service is set up.'), {
    hint: l10n.t('Add a connection, or use the built-in emulator.'),
  });
}
