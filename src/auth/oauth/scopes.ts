import { CLOUD_PLATFORM, SCOPE_PREFIX } from '../../api/operations/scopes';

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
