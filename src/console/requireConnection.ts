import { AppError } from '../base/errors';
import type { L10n } from '../platform/l10n';
import { requireConnected } from '../platform/requireConnected';
import type { Connection, Connections } from '../service/connection';

/** The connection of the window. Throws `AppError` (`noConnection`). */
export function requireActive({ active }: Connections, l10n: L10n): Connection {
  return requireConnected(active, l10n);
}

/** A connection by its id. Throws `AppError` (`unknownConnection`) where it was removed. */
export function requireConnection(connections: Connections, id: string, l10n: L10n): Connection {
  const found = connections.find(id);
  if (found) return found;
  throw new AppError('unknownConnection', l10n.t('The connection of this request is gone.'), {
    hint: l10n.t('Choose another connection, and send the request on that one.'),
  });
}
