import * as l10n from '@vscode/l10n';
import { AppError } from '../base/errors';

/**
 * The connection (or its id) that something needs. Throws `AppError` (`noConnection`) while there is none: the
 * tables of reasons know its buttons, and only this file makes it.
 */
export function requireConnected<C>(connection: C | undefined): C {
  if (connection !== undefined) return connection;
  throw new AppError('noConnection', l10n.t('No connection is set up.'), {
    hint: l10n.t('Add a connection, or use the built-in emulator.'),
  });
}

/** A menu was answered while its rows were drawn anew. Nothing may be done to another row then. */
export function staleSelection(): AppError {
  return new AppError('lostRow', l10n.t('The list has changed.'), {
    hint: l10n.t('Nothing was done. Select again.'),
  });
}
