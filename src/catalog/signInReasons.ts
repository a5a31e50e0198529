const REASONS: ReadonlySet<string> = new Set([
  'needsSignIn',
  'notSignedIn',
  'signedOut',
  'missingScopes',
  'scope',
  'signInForOtherOrigin',
  'noRefreshToken',
]);

/**
 * Whether signing in within VS Code is the way out of an error with this reason.
 * @param auth how its connection signs its requests, where that is known. Whoever uses application default
 * credentials signs in elsewhere, and who is refused with a key may only have a wrong one.
 */
export function isSignInReason(reason: unknown, auth: string | undefined): boolean {
  if (typeof reason !== 'string' || auth === 'adc') return false;
  return REASONS.has(reason) || (reason === 'unauthenticated' && auth === 'oauth');
}
