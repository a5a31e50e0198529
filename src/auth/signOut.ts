import { AppError } from '../base/errors';
import type { ConnectionTarget } from '../catalog/connectionTarget';
import type { AuthParts } from './parts';

/** Signs one connection out, here and at the server. */
export function signOut(_parts: AuthParts, _target: ConnectionTarget | undefined): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'signOut is not there yet.'));
}

/** Signs all connections out. */
export function signOutEverywhere(_parts: AuthParts): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'signOutEverywhere is not there yet.'));
}
