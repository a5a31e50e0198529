import { AppError } from '../base/errors';
import type { AuthParts } from './parts';

/** Asks for everything that a new connection needs, of any kind of credential. */
export function addConnection(_parts: AuthParts): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'addConnection is not there yet.'));
}
