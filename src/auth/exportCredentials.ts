import { AppError } from '../base/errors';
import type { ConnectionTarget } from '../catalog/connectionTarget';
import type { AuthParts } from './parts';

/** Writes a sign-in as the application default credentials of this machine. */
export function exportCredentials(
  _parts: AuthParts,
  _target: ConnectionTarget | undefined,
): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'exportCredentials is not there yet.'));
}
