import { AppError } from '../base/errors';
import type { ConnectionTarget } from '../catalog/connectionTarget';
import type { AuthParts } from './parts';

/** Removes a connection of the user with its secrets, after a question. */
export function removeConnection(
  _parts: AuthParts,
  _target: ConnectionTarget | undefined,
): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'removeConnection is not there yet.'));
}
