import type { ErrorDetails } from './details';

export type ServiceReason =
  | 'invalidKey'
  | 'blockedKey'
  | 'noCredential'
  | 'unauthenticated'
  | 'needsSignIn'
  | 'scope'
  | 'noProject'
  | 'projectDenied'
  | 'badProject'
  | 'apiDisabled'
  | 'location'
  | 'modelNotFound'
  | 'notFound'
  | 'permission'
  | 'quota'
  /** Prepaid credits are used up; retrying doesn't help. */
  | 'credits'
  /** A cap on this machine refused the request. */
  | 'spendCap'
  | 'overloaded'
  | 'deadline'
  /** Canceled on the server, unlike `CancelledError`. */
  | 'cancelled'
  | 'conflict'
  | 'precondition'
  | 'unimplemented'
  | 'invalidRequest'
  | 'server'
  | 'other';

interface Rule {
  readonly reason: ServiceReason;
  readonly hint?: string;
  readonly plainHint?: string;
  readonly status?: readonly string[];
  readonly info?: readonly string[];
  readonly text?: RegExp;
  readonly sentAs?: SentAs;
}

/** How the credential of a request was sent. */
export type SentAs = 'apiKey' | 'bearer' | 'none';

/** API key as an access token, or a kind of key that the API rejects. */
const WRONG_TYPE = ['ACCESS_TOKEN_TYPE_UNSUPPORTED'];

/** A free tier quota of zero. The API's retry delay is useless then. */
export const NO_FREE_QUOTA = /free_tier\w*, limit: 0(?![.\d]*\d)/;

/** First match wins. Message patterns were observed on the live API. */
const rules: readonly Rule[] = [
  {
    reason: 'invalidKey',
    info: ['API_KEY_INVALID'],
    text: /expired/i,
    hint: 'The API key is no longer valid. Create a new one and add it.',
  },
  {
    reason: 'invalidKey',
    info: ['API_KEY_INVALID'],
    hint: 'Make sure that you copied the complete API key, or add another one.',
  },
  {
    reason: 'blockedKey',
    info: [
      'API_KEY_SERVICE_BLOCKED',
      'API_KEY_HTTP_REFERRER_BLOCKED',
      'API_KEY_IP_ADDRESS_BLOCKED',
    ],
    hint: 'The API key’s restrictions don’t allow this request. Change them, or add another key.',
  },
  {
    reason: 'blockedKey',
    status: ['PERMISSION_DENIED'],
    text: /api key was reported as leaked/i,
    hint: 'The API key was leaked and is blocked. Create a new one and add it.',
  },
  {
    reason: 'noCredential',
    text: /unregistered callers/i,
    hint: 'The request had no credentials. Add an API key.',
  },
  {
    reason: 'needsSignIn',
    info: ['CREDENTIALS_MISSING'],
    hint: 'This API method doesn’t accept API keys. Sign in with an account instead.',
  },
  {
    reason: 'blockedKey',
    info: WRONG_TYPE,
    sentAs: 'apiKey',
    hint: 'The API rejects this kind of API key. Create a new one in Google AI Studio, or restrict it to the Generative Language API.',
  },
  {
    reason: 'unauthenticated',
    info: WRONG_TYPE,
    sentAs: 'bearer',
    hint: 'This isn’t an access token. If it is an API key, use a connection with an API key, which sends it in x-goog-api-key.',
  },
  {
    reason: 'unauthenticated',
    info: WRONG_TYPE,
    hint: 'Send API keys in x-goog-api-key, not as a Bearer token. If this key was sent there, the API rejects its kind.',
  },
  {
    reason: 'unauthenticated',
    status: ['UNAUTHENTICATED'],
    hint: 'The credentials are missing, invalid, or expired. Sign in again, or replace the API key.',
  },
  {
    reason: 'scope',
    info: ['ACCESS_TOKEN_SCOPE_INSUFFICIENT'],
    hint: 'Sign in again and grant the access that this API method requires.',
  },
  {
    // Reported as SERVICE_DISABLED in gcloud's shared project, which users can't change.
    reason: 'noProject',
    text: /requires a quota project/i,
    hint: 'Set a quota project in the connection. For application default credentials, you can also run “gcloud auth application-default set-quota-project”.',
  },
  {
    reason: 'projectDenied',
    info: ['USER_PROJECT_DENIED'],
    hint: 'Set another project in the connection, or grant the account the Service Usage Consumer role in this project and wait a few minutes.',
  },
  {
    reason: 'badProject',
    info: ['CONSUMER_SUSPENDED'],
    hint: 'The project was suspended. Use another project or its API key.',
  },
  {
    reason: 'badProject',
    info: ['CONSUMER_INVALID', 'RESOURCE_PROJECT_INVALID'],
    hint: 'The project doesn’t exist, was deleted, or isn’t accessible to this account. Set another project in the connection.',
  },
  {
    reason: 'apiDisabled',
    info: ['SERVICE_DISABLED'],
    hint: 'Enable the Generative Language API in the project, wait a few minutes, and try again.',
  },
  {
    reason: 'location',
    text: /user location is not supported/i,
    hint: 'The Gemini API isn’t available in your location, as determined by your network.',
  },
  {
    reason: 'notFound',
    info: ['RECORDING_NOT_FOUND'],
    hint: 'Record the request first, or send one that was recorded.',
  },
  {
    reason: 'modelNotFound',
    status: ['NOT_FOUND'],
    text: /no longer available to new users/i,
    hint: 'Only projects that already used this model can use it. Select another model.',
  },
  {
    reason: 'modelNotFound',
    status: ['NOT_FOUND'],
    text: /\bmodels?\b/i,
    hint: 'The model may be retired, renamed, or unavailable in this API version. Select another model.',
  },
  {
    reason: 'notFound',
    status: ['NOT_FOUND'],
    hint: 'The resource may have been deleted, or the endpoint may be wrong.',
  },
  {
    reason: 'permission',
    status: ['PERMISSION_DENIED'],
    hint: 'The resource may not exist, or you may not have access to it.',
  },
  {
    reason: 'spendCap',
    // The message says what to do. The Interactions API's form has no details.
    text: /^Refused on this machine\./,
  },
  {
    reason: 'credits',
    status: ['RESOURCE_EXHAUSTED'],
    text: /prepayment credits are depleted/i,
    hint: 'The prepaid credits are used up. Buy more for the project, or use another project.',
  },
  {
    reason: 'quota',
    status: ['RESOURCE_EXHAUSTED'],
    text: NO_FREE_QUOTA,
    hint: 'The project has no free quota for this model. Set up billing for the project, or use another model.',
    plainHint: 'The project has no free quota for this request. Set up billing for the project.',
  },
  {
    reason: 'quota',
    status: ['RESOURCE_EXHAUSTED'],
    hint: 'A quota was exceeded. Wait and try again, or use another model or project.',
    plainHint: 'A quota was exceeded. Wait and try again, or use another project.',
  },
  {
    reason: 'overloaded',
    status: ['UNAVAILABLE'],
    hint: 'The API is overloaded. Try again in a moment, or use another model.',
    plainHint: 'The API is overloaded. Try again in a moment.',
  },
  {
    reason: 'deadline',
    status: ['DEADLINE_EXCEEDED'],
    hint: 'The request took too long. Shorten the prompt, or try again.',
    plainHint: 'The request took too long. Try again.',
  },
  {
    reason: 'cancelled',
    status: ['CANCELLED'],
    hint: 'The request was canceled before it finished. Start it again if you still need it.',
  },
  { reason: 'conflict', status: ['ALREADY_EXISTS', 'ABORTED'] },
  { reason: 'precondition', status: ['FAILED_PRECONDITION'] },
  { reason: 'unimplemented', status: ['UNIMPLEMENTED'] },
  { reason: 'invalidRequest', status: ['INVALID_ARGUMENT', 'OUT_OF_RANGE'] },
  {
    reason: 'server',
    status: ['INTERNAL', 'UNKNOWN', 'DATA_LOSS'],
    hint: 'The API had an internal error. Try again. A shorter prompt can help.',
    plainHint: 'The API had an internal error. Try again.',
  },
];

/**
 * Returns reason and hint for an error.
 * @param asksModel whether the request called a model, so that changing the model or prompt may help
 */
export function adviceFor(
  status: string,
  message: string,
  details: ErrorDetails,
  asksModel = true,
  sentAs?: SentAs,
): { readonly reason: ServiceReason; readonly hint?: string } {
  const info = details.errorInfo?.reason ?? '';
  const rule = rules.find(
    (row) =>
      (row.status?.includes(status) ?? true) &&
      (row.info?.includes(info) ?? true) &&
      (row.sentAs === undefined || row.sentAs === sentAs) &&
      (row.text?.test(message) ?? true),
  );
  if (!rule) return { reason: 'other' };
  const { reason, plainHint } = rule;
  const hint = asksModel ? rule.hint : (plainHint ?? rule.hint);
  return hint === undefined ? { reason } : { reason, hint };
}
