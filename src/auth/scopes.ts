import { CLOUD_PLATFORM, SCOPE_PREFIX } from '../api/operations/row';

const AUTH = 'https://www.googleapis.com/auth/';

/** Scopes that identify the account. Every sign-in requests them. */
export const IDENTITY_SCOPES: readonly string[] = ['openid', `${AUTH}userinfo.email`];

export const DEFAULT_SCOPES: readonly string[] = [`${SCOPE_PREFIX}.tuning`, CLOUD_PLATFORM];

/** Used after `invalid_scope` for the default scopes; observed to work with any client. */
export const FALLBACK_SCOPES: readonly string[] = [CLOUD_PLATFORM, `${SCOPE_PREFIX}.retriever`];

const ALIASES: { readonly [short: string]: string } = {
  email: `${AUTH}userinfo.email`,
  profile: `${AUTH}userinfo.profile`,
};

export function splitScopes(text: string): readonly string[] {
  return text
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => (Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name));
}

/** Returns requested scopes that were not granted, except identity scopes. */
export function missingScopes(
  asked: readonly string[],
  granted: readonly string[],
): readonly string[] {
  return asked.filter((name) => !IDENTITY_SCOPES.includes(name) && !granted.includes(name));
}

export interface KnownScopes {
  readonly remembered: readonly string[] | undefined;
  readonly asked: readonly string[];
  readonly granted: readonly string[];
}

/** Returns the scopes to request: those that worked or the default, plus granted and desired ones. */
export function scopesToAsk(
  { remembered = DEFAULT_SCOPES, asked, granted }: KnownScopes,
  wished: readonly string[],
): readonly string[] {
  // The server adds its own scopes again; the client may not be allowed to request them.
  const had = asked.filter((scope) => granted.includes(scope));
  return [...new Set([...remembered, ...had, ...wished])];
}

/**
 * Returns the scope to add if an API method needs one of `needed`: none if already covered,
 * else the narrowest, because the user has refused or not been granted cloud-platform.
 */
export function scopeToWish(known: KnownScopes, needed: readonly string[]): readonly string[] {
  if (needed.some((scope) => known.granted.includes(scope))) return [];
  const own = needed.filter((scope) => scope !== CLOUD_PLATFORM);
  const usual = scopesToAsk(known, []);
  if (own.some((scope) => usual.includes(scope))) return [];
  // Clients that get other scopes are refused the API’s unqualified scope.
  const [narrow] = own.filter((scope) => scope !== SCOPE_PREFIX && !scope.endsWith('.readonly'));
  const wish = narrow ?? own.find((scope) => scope !== SCOPE_PREFIX);
  // A default scope that isn’t remembered was refused for this client.
  const wasRefused = known.remembered !== undefined && DEFAULT_SCOPES.includes(wish ?? '');
  return wish === undefined || wasRefused ? [] : [wish];
}

export function isCovered(granted: readonly string[]): boolean {
  return granted.includes(CLOUD_PLATFORM);
}
