import { AppError } from '../base/errors';
import type { ConnectionTarget } from '../catalog/connectionTarget';
import type { Connection } from '../service/connection';
import type { OAuthClient } from './oauth/clientFile';
import type { Account } from './oauth/oauthAccounts';
import type { AuthParts } from './parts';

/**
 * The command: signs in to the target, else to the active connection where it has accounts, else makes a
 * connection that has. `target.scopes`: one of them must be among what is granted.
 */
export function signIn(_parts: AuthParts, _target?: ConnectionTarget): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'signIn is not there yet.'));
}

export interface SignInWish {
  /** In place of the one that is stored; without either, its file is asked for. */
  readonly client?: OAuthClient;
  /** Full names that are asked for besides what the connection had. */
  readonly scopes?: readonly string[];
}

/**
 * Signs in to one connection, which may be about to be added, and keeps the sign-in. Undefined where the
 * user gave up. Throws what went wrong.
 */
export function signInTo(
  _parts: AuthParts,
  _connection: Connection,
  _wish: SignInWish = {},
): Promise<Account | undefined> {
  return Promise.reject(new AppError('unfinished', 'signInTo is not there yet.'));
}

/** Asks for the file of an OAuth client until one is good. Undefined when dismissed. */
export function pickClient(_parts: AuthParts): Promise<OAuthClient | undefined> {
  return Promise.reject(new AppError('unfinished', 'pickClient is not there yet.'));
}
