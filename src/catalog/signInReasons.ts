const ALWAYS: ReadonlySet<string> = new Set([
  'needsSignIn',
  'notSignedIn',
  'signedOut',
  'missingScopes',
  'scope',
  'signInForOtherOrigin',
]);

/**
 * Whether to sign in is the way out of an error with this reason.
 * @param auth how its connection signs its requests, where that is known.
 */
export function isSignInReason(reason: unknown, auth: string | undefined): boolean {
  if (typeof reason !== 'string') return false;
  return ALWAYS.has(reason) || (reason === 'unauthenticated' && auth === 'oauth');
}
