import { CLOUD_PLATFORM, SCOPE_PREFIX } from '../api/operations/row';

const AUTH = 'https://www.googleapis.com/auth/';

/** Tell whose the tokens are; every sign-in asks for them. */
export const IDENTITY_SCOPES: readonly string[] = ['openid', `${AUTH}userinfo.email`];

/** What a sign-in asks for unless more is wanted. */
export const DEFAULT_SCOPES: readonly string[] = [`${SCOPE_PREFIX}.tuning`, CLOUD_PLATFORM];

/** What goes on where the default is answered with `invalid_scope`: seen to work with any client. */
export const FALLBACK_SCOPES: readonly string[] = [CLOUD_PLATFORM, `${SCOPE_PREFIX}.retriever`];

// As the token endpoint writes what was asked for by a short name.
const ALIASES: { readonly [short: string]: string } = {
  email: `${AUTH}userinfo.email`,
  profile: `${AUTH}userinfo.profile`,
};

/** The scopes of a list with spaces between them, by their full names. */
export function splitScopes(text: string): readonly string[] {
  return text
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => (Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name));
}

/** What was asked for and not granted. Scopes that only tell who signed in are not missed. */
export function missingScopes(
  asked: readonly string[],
  granted: readonly string[],
): readonly string[] {
  return asked.filter((name) => !IDENTITY_SCOPES.includes(name) && !granted.includes(name));
}

/** What is known of a connection before it signs in; lists of full names. */
export interface KnownScopes {
  /** What worked with the OAuth client, if it ever did. */
  readonly remembered: readonly string[] | undefined;
  /** What the account was asked for and granted; empty without an account. */
  readonly asked: readonly string[];
  readonly granted: readonly string[];
}

/** What a sign-in asks for: what worked, else the default; with it what was granted, and what is wished. */
export function scopesToAsk(
  { remembered = DEFAULT_SCOPES, asked, granted }: KnownScopes,
  wished: readonly string[],
): readonly string[] {
  // What the server added of itself it adds again; the client may not be allowed to ask for it.
  const had = asked.filter((scope) => granted.includes(scope));
  return [...new Set([...remembered, ...had, ...wished])];
}

/**
 * What to wish for where an operation needs one of `needed`: nothing where one of them is granted or asked
 * for anyway; else the narrowest that does, since somebody who was asked for cloud-platform did not grant it.
 */
export function scopeToWish(known: KnownScopes, needed: readonly string[]): readonly string[] {
  if (needed.some((scope) => known.granted.includes(scope))) return [];
  const own = needed.filter((scope) => scope !== CLOUD_PLATFORM);
  const usual = scopesToAsk(known, []);
  if (own.some((scope) => usual.includes(scope))) return [];
  // The bare scope of the service is refused to clients that get the others.
  const [narrow] = own.filter((scope) => scope !== SCOPE_PREFIX && !scope.endsWith('.readonly'));
  const wish = narrow ?? own.find((scope) => scope !== SCOPE_PREFIX);
  // One of the default that is not remembered is one that the client was refused.
  const wasRefused = known.remembered !== undefined && DEFAULT_SCOPES.includes(wish ?? '');
  return wish === undefined || wasRefused ? [] : [wish];
}

/** Whether a missing scope hinders nothing: one that opens everything is there. */
export function isCovered(granted: readonly string[]): boolean {
  return granted.includes(CLOUD_PLATFORM);
}
