import { AppError } from '../base/errors';
import type { Connection } from '../service/connection';
import type { AuthParts } from './parts';

/** Asks for everything that a new connection needs, of any kind of credential. */
export function addConnection(_parts: AuthParts): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'addConnection is not there yet.'));
}

/** Makes a connection to an endpoint with an account, signed in. Undefined where the user gave up. */
export function addAccountConnection(
  _parts: AuthParts,
  _endpoint: string,
  _wish: { readonly scopes?: readonly string[] } = {},
): Promise<Connection | undefined> {
  return Promise.reject(new AppError('unfinished', 'addAccountConnection is not there yet.'));
}
