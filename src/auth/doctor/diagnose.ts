import { AppError } from '../../base/errors';
import type { ConnectionTarget } from '../../catalog/connectionTarget';
import type { AuthParts } from '../parts';

/** Checks a connection, one thing after the other. */
export function diagnoseConnection(
  _parts: AuthParts,
  _target: ConnectionTarget | undefined,
): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'diagnoseConnection is not there yet.'));
}
