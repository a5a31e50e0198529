import type { Account } from './oauth/oauthAccounts';

/**
 * Whether another sign-in ends with this one: the server revokes all access of an account with a client.
 * False where it is not known whose the sign-in is.
 */
export function isSameGrant(other: Account, { id, clientId, email }: Account): boolean {
  return (
    email !== undefined && other.id !== id && other.clientId === clientId && other.email === email
  );
}
