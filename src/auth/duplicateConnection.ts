import { AppError } from '../base/errors';
import type { ConnectionTarget } from '../catalog/connectionTarget';
import type { AuthParts } from './parts';

/** Makes a connection like another one. */
export function duplicateConnection(
  _parts: AuthParts,
  _target: ConnectionTarget | undefined,
): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'duplicateConnection is not there yet.'));
}
