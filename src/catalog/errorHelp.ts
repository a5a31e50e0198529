import type { ServiceError, TransportError } from '../api/errors';
import { text, type Text } from './text';

/** Reasons that signing in helps against. */
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
 * Whether signing in within VS Code is the way out of an error with this reason.
 * @param auth how its connection signs its requests, where that is known. Whoever uses application default
 * credentials signs in elsewhere, and who is refused with a key may only have a wrong one.
 */
export function isSignInReason(reason: unknown, auth: string | undefined): boolean {
  if (typeof reason !== 'string' || auth === 'adc') return false;
  return SIGN_IN_REASONS.has(reason) || (reason === 'unauthenticated' && auth === 'oauth');
}

/** Pages of Google's documentation and consoles that help where nothing of ours does. */
export const HELP_PAGES = {
  /** Where API keys are made and looked after. */
  keys: 'https://aistudio.google.com/apikey',
  /** What the limits are, and how to get higher ones. */
  quota: 'https://ai.google.dev/gemini-api/docs/rate-limits',
  /** Where projects are paid for. */
  billing: 'https://ai.studio/projects',
  /** Where the service is offered. */
  location: 'https://ai.google.dev/gemini-api/docs/available-regions',
  /** How application default credentials are set up on one's own machine. */
  adc: 'https://cloud.google.com/docs/authentication/set-up-adc-local-dev-environment',
  /** Who may sign in to an app, and whether it is published. */
  audience: 'https://console.cloud.google.com/auth/audience',
} as const;

type Failure = ServiceError | TransportError;

/** What the service, or something in its place, answered, by HTTP status; `{0}` is the status. */
const ANSWERS: { readonly [httpStatus: number]: string | undefined } = {
  408: 'The service took too long ({0}).',
  502: 'A gateway did not reach the service ({0}).',
  503: 'The service is busy ({0}).',
  504: 'The service took too long ({0}).',
};

/** For every other status. */
const OTHER_ANSWER = 'The service failed ({0}).';

/** Quotas by how their id names the time that they are counted over. */
const QUOTAS = [
  { id: /per_?minute/i, message: 'The quota per minute is used up.' },
  { id: /per_?hour/i, message: 'The quota per hour is used up.' },
] as const;

/** Why a call waits to be sent again, as a sentence. Nothing of what the service wrote is in it. */
export function waitReason(error: Failure): Text {
  if (!('httpStatus' in error)) return text('The connection was lost.');
  const { reason, httpStatus, details } = error;
  if (reason !== 'quota') return text(ANSWERS[httpStatus] ?? OTHER_ANSWER, httpStatus);
  const ids = (details.quotaViolations ?? []).map(({ quotaId }) => quotaId);
  const quota = QUOTAS.find((row) => ids.some((id) => row.id.test(id)));
  return text(quota?.message ?? 'The quota is used up for now.');
}
