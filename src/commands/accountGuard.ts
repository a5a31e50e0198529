import * as l10n from '@vscode/l10n';
import { AppError } from '../base/errors';
import { commandNeed } from '../catalog/commandTable/index';
import type { CommandName } from '../catalog/commands';
import { type Connections, isKeyOnly } from '../service/connection';

/**
 * Throws `AppError` (`needsSignIn`) if the connection has an API key but the command needs an account.
 * @param target command target; the active connection by default.
 */
export function requireAccount(
  name: CommandName,
  target: unknown,
  connections: Pick<Connections, 'active' | 'find'>,
): void {
  const need = commandNeed(name);
  if (need?.accepts !== 'oauth') return;
  const id = connectionOf(target);
  const connection = id === undefined ? connections.active : connections.find(id);
  if (!connection || !isKeyOnly(connection)) return;
  const message = l10n.t(
    'This command requires a signed-in account, but “{0}” has only an API key.',
    connection.name,
  );
  const subject = { connection: connection.id, scopes: need.scopes };
  throw new AppError('needsSignIn', message, { subject });
}

function connectionOf(target: unknown): string | undefined {
  if (typeof target !== 'object' || target === null || !('connection' in target)) return undefined;
  return typeof target.connection === 'string' ? target.connection : undefined;
}
