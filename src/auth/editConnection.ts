import { AppError } from '../base/errors';
import type { ConnectionTarget } from '../catalog/connectionTarget';
import type { AuthParts } from './parts';

/** Changes one thing after the other of a connection. */
export function editConnection(
  _parts: AuthParts,
  _target: ConnectionTarget | undefined,
): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'editConnection is not there yet.'));
}

/** Gives a connection another name. */
export function renameConnection(
  _parts: AuthParts,
  _target: ConnectionTarget | undefined,
): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'renameConnection is not there yet.'));
}
