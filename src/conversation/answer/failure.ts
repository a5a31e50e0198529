import * as l10n from '@vscode/l10n';
import {
  ServiceError,
  type ServiceReason,
  TransportError,
  type TransportReason,
} from '../../api/errors';
import { nonRetryableReason } from '../../api/retryPolicy';
import { AppError, errorMessage, userMessage } from '../../base/errors';
import { isSignInReason } from '../../catalog/errorHelp';
import { type AuthKind, type Connections, EMULATOR_ID } from '../../service/connection';
import type { Failure, Fix } from '../model/conversation';
import { featureText, rejectedFeatures } from '../request/modelFacts';

const KEY = ['addApiKey', 'retry', 'diagnose'] as const;
const ACCOUNT = ['signIn', 'retry', 'diagnose'] as const;
const CONNECTION = ['diagnose', 'retry', 'showLog'] as const;
const MODEL = ['chooseModel', 'retry'] as const;
const SUCCESSOR = ['useSuccessor', 'chooseModel', 'retry'] as const;
const BUSY = ['retry', 'chooseModel'] as const;
const NETWORK = ['retry', 'diagnose', 'showLog'] as const;
const EMULATOR = ['retry', 'startEmulator', 'diagnose', 'showLog'] as const;

const AGAIN = ['retry'] as const;
const UNSIGNED = ['askFromCalls', 'chooseModel'] as const;
const CACHE = ['withoutCache', 'retry'] as const;
const WITHOUT = ['retryWithout', 'chooseModel'] as const;
const CAP = ['allowMore', 'retry'] as const;
const UNCLEAR = ['retry', 'showLog'] as const;

const SERVICE_FIXES: { readonly [R in ServiceReason]: readonly Fix[] } = {
  invalidKey: KEY,
  blockedKey: KEY,
  noCredential: KEY,
  unauthenticated: KEY,
  needsSignIn: ACCOUNT,
  // For application default credentials; other connections use the sign-in button.
  scope: CONNECTION,
  noProject: CONNECTION,
  projectDenied: CONNECTION,
  badProject: CONNECTION,
  apiDisabled: CONNECTION,
  location: UNCLEAR,
  modelNotFound: MODEL,
  // Endpoints also return 404 for an unknown path.
  notFound: MODEL,
  permission: UNCLEAR,
  quota: BUSY,
  credits: CONNECTION,
  spendCap: CAP,
  overloaded: BUSY,
  deadline: BUSY,
  cancelled: AGAIN,
  conflict: UNCLEAR,
  precondition: UNCLEAR,
  unimplemented: MODEL,
  invalidRequest: UNCLEAR,
  server: UNCLEAR,
  other: UNCLEAR,
};

const TRANSPORT_FIXES: { readonly [R in TransportReason]: readonly Fix[] } = {
  unreachable: NETWORK,
  dns: NETWORK,
  refused: NETWORK,
  certificate: CONNECTION,
  proxy: CONNECTION,
  timeout: AGAIN,
  idle: AGAIN,
  reset: AGAIN,
  incomplete: AGAIN,
  empty: UNCLEAR,
  notJson: UNCLEAR,
  tooLarge: UNCLEAR,
  redirect: UNCLEAR,
  badCredential: KEY,
};

/** Buttons by local error before sending. Other modules define their own reasons. */
const SETUP_FIXES: ReadonlyMap<string, readonly Fix[]> = new Map<string, readonly Fix[]>(
  Object.entries({
    noConnection: ['addApiKey', 'startEmulator', 'retry'],
    noModel: MODEL,
    noCredential: KEY,
    noKey: KEY,
    keyForOtherOrigin: KEY,
    headersForOtherOrigin: CONNECTION,
    noAdc: CONNECTION,
    badAdc: CONNECTION,
    otherAdc: CONNECTION,
    unreadableAdc: CONNECTION,
    badClient: CONNECTION,
    policy: CONNECTION,
    tokenServer: CONNECTION,
    // For application default credentials; other connections use the sign-in button.
    signedOut: CONNECTION,
    unknownConnection: ['addApiKey', 'startEmulator', 'retry'],
    emulatorFailed: ['startEmulator', 'retry', 'showLog'],
    notRecorded: ['recordMissing', 'recordWindow', 'retry'],
    recordingEnded: ['recordWindow', 'retry'],
    badName: MODEL,
    cacheGone: CACHE,
    spendCap: CAP,
    noInteractions: ['asChat', 'retry'],
  } as const),
);

/**
 * Seen in the live Gemini API: "The input token count (…) exceeds the maximum number of tokens
 * allowed (…)."
 */
const TOO_MANY_TOKENS = /token count.*exceeds|exceeds the (maximum|limit).*tokens?/i;
const ABOUT_MESSAGES =
  /\bcontents\b|\binput (text|image|audio|video|media|file)|\bunsupported mime ?type/i;

/**
 * Describes an error for display with its fix buttons. `hasPart`: part of the response arrived.
 * `hasSuccessor`: the model has a known replacement.
 */
export function describeFailure(
  error: unknown,
  hasPart = false,
  connections?: Pick<Connections, 'find'>,
  hasSuccessor = false,
): Failure {
  const message = userMessage(error);
  const hint = hintFor(error, hasPart);
  const subject = error instanceof AppError ? error.subject : undefined;
  const auth = subject && connections?.find(subject.connection)?.auth;
  return {
    message,
    ...(hint !== undefined && { hint }),
    fixes:
      hasSuccessor && isNoModel(error) ? SUCCESSOR : fixesFor(error, auth, subject?.connection),
  };
}

/**
 * Whether the API rejected the message itself, so that every later request with this message would
 * fail too.
 */
export function isPromptRefused(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.reason !== 'invalidRequest') return false;
  const fields = (error.details.fieldViolations ?? []).map(({ field }) => field);
  return [error.message, ...fields].some(
    (text) => TOO_MANY_TOKENS.test(text) || ABOUT_MESSAGES.test(text),
  );
}

/** The API returns the same error for expired, deleted, and unknown caches. */
function isCacheGone(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  return [403, 404].includes(error.httpStatus) && /cached ?content/i.test(error.message);
}

function isNoModel(error: unknown): boolean {
  return error instanceof ServiceError && error.reason === 'modelNotFound';
}

function isTooManyTokens(error: unknown): boolean {
  return isPromptRefused(error) && TOO_MANY_TOKENS.test(errorMessage(error));
}

function fixesFor(
  error: unknown,
  auth: AuthKind | undefined,
  connection: string | undefined,
): readonly Fix[] {
  if (isTooManyTokens(error)) return MODEL;
  if (isCacheGone(error)) return CACHE;
  if (isUnsigned(error)) return UNSIGNED;
  if (rejectedFeatures(error).length > 0) return WITHOUT;
  if (error instanceof AppError && isSignInReason(error.reason, auth)) return ACCOUNT;
  if (auth === 'adc' && error instanceof AppError && error.reason === 'unauthenticated') {
    return CONNECTION;
  }
  if (error instanceof ServiceError) return SERVICE_FIXES[error.reason];
  if (error instanceof TransportError) {
    const fixes = TRANSPORT_FIXES[error.reason];
    return fixes === NETWORK && connection === EMULATOR_ID ? EMULATOR : fixes;
  }
  const reason: unknown = error instanceof AppError ? error.reason : undefined;
  return (typeof reason === 'string' ? SETUP_FIXES.get(reason) : undefined) ?? UNCLEAR;
}

function hintFor(error: unknown, hasPart: boolean): string | undefined {
  if (isTooManyTokens(error)) {
    if (hasPart)
      return l10n.t('Select a model with a larger context window, or start a new conversation.');
    return l10n.t('Shorten the message, or select a model with a larger context window.');
  }
  if (isCacheGone(error)) {
    return l10n.t(
      'The cached content might have expired or been deleted. Without it, the complete conversation is sent.',
    );
  }
  const refused = rejectedFeatures(error);
  if (refused.length > 0) {
    return l10n.t('These settings are no longer sent to this model: {0}.', featureText(refused));
  }
  const delay = error instanceof ServiceError ? delayHint(error) : undefined;
  return delay ?? (error instanceof AppError ? error.hint : undefined);
}

function delayHint(error: ServiceError): string | undefined {
  const { retryDelayMs, attempts } = error;
  if (retryDelayMs === undefined || nonRetryableReason(error, Date.now()) !== undefined)
    return undefined;
  const seconds = Math.max(1, Math.ceil(retryDelayMs / 1000));
  const wait =
    seconds === 1
      ? l10n.t('The API asks to wait 1 second before retrying.')
      : l10n.t('The API asks to wait {0} seconds before retrying.', seconds);
  return attempts > 1 ? `${wait} ${l10n.t('Attempts: {0}.', attempts)}` : wait;
}

/** Whether the API rejected a request because of a missing signature. */
function isUnsigned(error: unknown): boolean {
  return error instanceof ServiceError && /missing a thought_signature/i.test(error.message);
}
