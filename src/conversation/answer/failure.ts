import * as l10n from '@vscode/l10n';
import {
  ServiceError,
  TransportError,
  type ServiceReason,
  type TransportReason,
} from '../../api/errors';
import { nonRetryableReason } from '../../api/retry/retryPolicy';
import { AppError, errorMessage, toldOf } from '../../base/errors';
import type { Failure, Fix } from '../model/conversation';
import { factWords, refusedFacts } from '../request/modelFacts';
import { isSignInReason } from '../../catalog/errorHelp';
import { isUnsigned } from '../request/signatures';
import { type AuthKind, type Connections, EMULATOR_ID } from '../../service/connection';

const KEY = ['addApiKey', 'retry', 'diagnose'] as const;
const ACCOUNT = ['signIn', 'retry', 'diagnose'] as const;
const CONNECTION = ['diagnose', 'retry', 'showLog'] as const;
const MODEL = ['chooseModel', 'retry'] as const;
const SUCCESSOR = ['useSuccessor', 'chooseModel', 'retry'] as const;
const BUSY = ['retry', 'chooseModel'] as const;
const NETWORK = ['retry', 'diagnose', 'showLog'] as const;
/** Nobody listens where the built-in emulator should. */
const EMULATOR = ['retry', 'startEmulator', 'diagnose', 'showLog'] as const;

const AGAIN = ['retry'] as const;
const UNSIGNED = ['askFromCalls', 'chooseModel'] as const;
const CACHE = ['withoutCache', 'retry'] as const;
const WITHOUT = ['retryWithout', 'chooseModel'] as const;
const UNCLEAR = ['retry', 'showLog'] as const;

/** The buttons for what the service answered. */
const SERVICE_FIXES: { readonly [R in ServiceReason]: readonly Fix[] } = {
  invalidKey: KEY,
  blockedKey: KEY,
  noCredential: KEY,
  unauthenticated: KEY,
  needsSignIn: ACCOUNT,
  // Of application default credentials; the others sign in.
  scope: CONNECTION,
  noProject: CONNECTION,
  projectDenied: CONNECTION,
  badProject: CONNECTION,
  apiDisabled: CONNECTION,
  location: UNCLEAR,
  modelNotFound: MODEL,
  // Also an endpoint that knows no such path answers so, without a word about models.
  notFound: MODEL,
  permission: UNCLEAR,
  quota: BUSY,
  credits: CONNECTION,
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

/** The buttons for what never became an answer. */
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

/** The buttons for what kept the request from being sent; the other rooms' reasons are theirs. */
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
    // Of application default credentials; the others sign in.
    signedOut: CONNECTION,
    unknownConnection: ['addApiKey', 'startEmulator', 'retry'],
    emulatorFailed: ['startEmulator', 'retry', 'showLog'],
    notRecorded: ['recordMissing', 'recordWindow', 'retry'],
    recordingEnded: ['recordWindow', 'retry'],
    badName: MODEL,
    cacheGone: CACHE,
    noInteractions: ['asChat', 'retry'],
  } as const),
);

/** Seen on the live service: "The input token count (…) exceeds the maximum number of tokens allowed (…)." */
const TOO_MANY_TOKENS = /token count.*exceeds|exceeds the (maximum|limit).*tokens?/i;
/** Where the service says what of the request it refused, it names the messages by their field or their kind. */
const ABOUT_MESSAGES =
  /\bcontents\b|\binput (text|image|audio|video|media|file)|\bunsupported mime ?type/i;

/**
 * An error as the conversation shows it: what happened, what to do, and the buttons that do it. With
 * `hasPart`, part of the answer is there already, and its message stays in the conversation. `connections`
 * tell whether there is an account to sign in with; `hasSuccessor`, whether another model is known to follow this one.
 */
export function describeFailure(
  error: unknown,
  hasPart = false,
  connections?: Pick<Connections, 'find'>,
  hasSuccessor = false,
): Failure {
  const message = toldOf(error);
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
 * Whether the service refused the message itself, and not a setting or the model: then it would refuse
 * every later request that holds this message.
 */
export function isPromptRefused(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.reason !== 'invalidRequest') return false;
  const fields = (error.details.fieldViolations ?? []).map(({ field }) => field);
  return [error.message, ...fields].some(
    (text) => TOO_MANY_TOKENS.test(text) || ABOUT_MESSAGES.test(text),
  );
}

/** The service says the same of a cache that has expired, that was deleted, and that was never there. */
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
  if (refusedFacts(error).length > 0) return WITHOUT;
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
      'It might have expired or been deleted. Without it, the complete conversation is sent.',
    );
  }
  const refused = refusedFacts(error);
  if (refused.length > 0) {
    return l10n.t('These settings are no longer sent to this model: {0}.', factWords(refused));
  }
  const delay = error instanceof ServiceError ? delayHint(error) : undefined;
  return delay ?? (error instanceof AppError ? error.hint : undefined);
}

/** How long the service asks to wait, where that helps. */
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
