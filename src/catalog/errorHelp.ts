import type { ServiceError, TransportError } from '../api/errors';
import { text, type Text } from './text';

const SIGN_IN_REASONS: ReadonlySet<string> = new Set([
  'needsSignIn',
  'notSignedIn',
  'signedOut',
  'missingScopes',
  'scope',
  'signInForOtherOrigin',
  'noRefreshToken',
]);

/**
 * Whether signing in within VS Code fixes an error with this reason.
 * @param auth authentication method of the connection, if known. Application default credentials sign in
 * elsewhere, and a rejected API key may only be wrong.
 */
export function isSignInReason(reason: unknown, auth: string | undefined): boolean {
  if (typeof reason !== 'string' || auth === 'adc') return false;
  return SIGN_IN_REASONS.has(reason) || (reason === 'unauthenticated' && auth === 'oauth');
}

/** Pages of Google's documentation and consoles for errors that the extension can't fix. */
export const HELP_PAGES = {
  keys: 'https://aistudio.google.com/apikey',
  quota: 'https://ai.google.dev/gemini-api/docs/rate-limits',
  billing: 'https://ai.studio/projects',
  location: 'https://ai.google.dev/gemini-api/docs/available-regions',
  /** Explains how to set up application default credentials. */
  adc: 'https://cloud.google.com/docs/authentication/set-up-adc-local-dev-environment',
  audience: 'https://console.cloud.google.com/auth/audience',
} as const;

type Failure = ServiceError | TransportError;

/** Messages by HTTP status of the API or a proxy. `{0}` is the status. */
const ANSWERS: { readonly [httpStatus: number]: string | undefined } = {
  408: 'The API took too long ({0}).',
  502: 'A gateway couldn’t reach the API ({0}).',
  503: 'The API is busy ({0}).',
  504: 'The API took too long ({0}).',
};

const OTHER_ANSWER = 'The API returned an error ({0}).';

const QUOTAS = [
  { id: /per_?minute/i, message: 'The quota per minute is used up.' },
  { id: /per_?hour/i, message: 'The quota per hour is used up.' },
] as const;

/** Returns why a request waits to be retried. Excludes text of the server. */
export function retryReason(error: Failure): Text {
  if (!('httpStatus' in error)) return text('The connection was lost.');
  const { reason, httpStatus, details } = error;
  if (reason !== 'quota') return text(ANSWERS[httpStatus] ?? OTHER_ANSWER, httpStatus);
  const ids = (details.quotaViolations ?? []).map(({ quotaId }) => quotaId);
  const quota = QUOTAS.find((row) => ids.some((id) => row.id.test(id)));
  return text(quota?.message ?? 'The quota is used up for now.');
}
