import { STATUS_CODES } from 'node:http';
import { isObject, items, mapTexts, objectAt, textAt, tryParse } from '../../base/json';
import { redact, type Redactor } from '../redact';
import type { JsonObject, JsonValue } from '../schema/row';
import { adviceFor, type SentAs, type ServiceReason } from './advice';
import { cut, oneLine, ServiceError } from '../errors';
import { type ErrorDetails, parseMessageDuration, readDetails } from './details';

const EXCERPT_LIMIT = 2000;
// Malformed separator in a JSON array stream that ends with an error, as observed on the live API.
const DOUBLE_COMMA = /,(?:\s*,)+/g;

/** Canonical status by HTTP status (google.rpc.Code), for bodies without a status. */
const canonical: { readonly [http: number]: string | undefined } = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/**
 * Decodes any error body: API JSON (object or array), HTML, empty, or truncated.
 * @param retryAfterMs parsed `Retry-After` header
 * @param asksModel see `adviceFor`
 */
export function decodeErrorBody(
  httpStatus: number,
  body: string,
  clean: Redactor = redact,
  retryAfterMs?: number,
  asksModel = true,
  sentAs?: SentAs,
): ServiceError {
  const parsed = tryParse(body) ?? tryParse(body.replaceAll(DOUBLE_COMMA, ','));
  const envelope = errorEnvelope(parsed);
  return envelope
    ? decodeErrorEnvelope(envelope, httpStatus, clean, retryAfterMs, asksModel, sentAs)
    : foreignError(httpStatus, body, clean, retryAfterMs, asksModel);
}

export function errorEnvelope(json: JsonValue | undefined): JsonObject | undefined {
  return [json, ...items(json)].find(
    (item): item is JsonObject => isObject(item) && 'error' in item,
  );
}

/** Decodes `{"error": …}`, also from an event in a stream with HTTP status 200. */
export function decodeErrorEnvelope(
  envelope: JsonObject,
  httpStatus: number | undefined,
  clean: Redactor = redact,
  retryAfterMs?: number,
  asksModel = true,
  sentAs?: SentAs,
): ServiceError {
  const error = objectAt(mapTexts(envelope, clean) as JsonObject, 'error');
  const code = typeof error.code === 'number' ? error.code : undefined;
  const word = textAt(error, 'code');
  const known = wordOf(word);
  const http = httpStatus ?? code ?? known?.httpStatus ?? 500;
  const status = textAt(error, 'status') || (known?.status ?? canonical[http] ?? 'UNKNOWN');
  const details = readDetails(error.details);
  const text = textAt(error, 'message') || textAt(envelope, 'error') || codeText(word);
  const message = oneLine(clean(text)) || statusLine(http);
  const advice = adviceFor(status, message, details, asksModel, sentAs);
  return new ServiceError({
    ...advice,
    // A cap on this machine uses a word of the API.
    ...(advice.reason === 'spendCap' ? {} : known?.advice),
    message,
    httpStatus: http,
    status,
    details,
    retryDelayMs: retryDelay(details, message, retryAfterMs),
  });
}

function foreignError(
  httpStatus: number,
  body: string,
  clean: Redactor,
  retryAfterMs: number | undefined,
  asksModel: boolean,
): ServiceError {
  const text = body.trim();
  const status = canonical[httpStatus] ?? 'UNKNOWN';
  const details = readDetails(undefined);
  const { reason, hint } = adviceFor(status, '', details, asksModel);
  return new ServiceError({
    reason,
    message: statusLine(httpStatus),
    hint: text.startsWith('<')
      ? 'The response is a web page, possibly from a proxy, a gateway, or a network sign-in page. Check the endpoint and the http.proxy setting, then try again.'
      : hint,
    httpStatus,
    status,
    details,
    retryDelayMs: retryAfterMs,
    bodyExcerpt: text === '' ? undefined : cut(clean(text), EXCERPT_LIMIT),
  });
}

function statusLine(httpStatus: number): string {
  return `${httpStatus} ${STATUS_CODES[httpStatus] ?? 'Unknown Status'}`;
}

const RETRY_DURATION = /retry in ((?:\d+(?:\.\d+)?(?:ms|h|m|s))+)(?![\w])/i;

/**
 * Returns the retry delay in ms from RetryInfo, the message (“Please retry in 44.09s.”), or the header. Undefined if
 * absent.
 */
function retryDelay(
  details: ErrorDetails,
  message: string,
  retryAfterMs: number | undefined,
): number | undefined {
  const spoken = RETRY_DURATION.exec(message)?.[1];
  return (
    details.retryInfo?.retryDelayMs ??
    (spoken === undefined ? undefined : parseMessageDuration(spoken)) ??
    retryAfterMs
  );
}

/**
 * Parses `Retry-After` (RFC 9110, section 10.2.3) to ms. Dates are relative to the response's `Date`, so that local
 * clock errors don't matter; past dates give 0.
 * @param now in ms since 1970, if the response has no date
 */
export function retryAfter(
  headers: { readonly [name: string]: string },
  now: number,
): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  // Huge delays aren't clamped, or a request would be retried too early.
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  const until = Date.parse(value);
  if (Number.isNaN(until) || !/[a-z]/i.test(value)) return undefined;
  const answered = Date.parse(headers.date ?? '');
  return Math.max(0, until - (Number.isNaN(answered) ? now : answered));
}

/** Canonical codes by number, with their HTTP status (google/rpc/code.proto). */
const codes: readonly (readonly [status: string, httpStatus: number])[] = [
  // Code 0 (OK) in an error carries no information.
  ['UNKNOWN', 500],
  ['CANCELLED', 499],
  ['UNKNOWN', 500],
  ['INVALID_ARGUMENT', 400],
  ['DEADLINE_EXCEEDED', 504],
  ['NOT_FOUND', 404],
  ['ALREADY_EXISTS', 409],
  ['PERMISSION_DENIED', 403],
  ['RESOURCE_EXHAUSTED', 429],
  ['FAILED_PRECONDITION', 400],
  ['ABORTED', 409],
  ['OUT_OF_RANGE', 400],
  ['UNIMPLEMENTED', 501],
  ['INTERNAL', 500],
  ['UNAVAILABLE', 503],
  ['DATA_LOSS', 500],
  ['UNAUTHENTICATED', 401],
];

export const canonicalCodes: ReadonlyMap<string, number> = new Map(codes);

/** Returns the `google.rpc.Status` code of a name; UNKNOWN's code if not found. */
export function canonicalNumber(status: string): number {
  const UNKNOWN = 2;
  const found = codes.findIndex(([name]) => name === status);
  return found > 0 ? found : UNKNOWN;
}

/**
 * Decodes a `google.rpc.Status` inside a resource, such as a failed operation. Its code is a canonical number, not
 * an HTTP status.
 * @param asksModel see `adviceFor`
 */
export function decodeRpcStatus(error: JsonObject, asksModel = true): ServiceError {
  const [status, httpStatus] = codes[Number(error.code)] ?? ['UNKNOWN', 500];
  const envelope = { error: { ...error, status } };
  return decodeErrorEnvelope(envelope, httpStatus, undefined, undefined, asksModel);
}

interface ErrorWord {
  readonly status: string;
  readonly httpStatus: number;
  readonly advice?: { readonly reason: ServiceReason; readonly hint?: string };
}

const INVALID = { status: 'INVALID_ARGUMENT', httpStatus: 400 } as const;
const EXHAUSTED = { status: 'RESOURCE_EXHAUSTED', httpStatus: 429 } as const;
const MISSING = { status: 'NOT_FOUND', httpStatus: 404 } as const;

function quotaError(hint: string): ErrorWord {
  return {
    status: 'FAILED_PRECONDITION',
    httpStatus: 400,
    advice: { reason: 'precondition', hint },
  };
}

function failed(hint: string): ErrorWord {
  return { status: 'INTERNAL', httpStatus: 500, advice: { reason: 'server', hint } };
}

const HARM = quotaError(
  'The content was blocked as harmful. Change the prompt or the safety settings.',
);
const FORBIDDEN = quotaError(
  'Google’s policy prohibits this content, regardless of the safety settings.',
);
const COPIED = quotaError(
  'The response was too similar to existing content. Request original content.',
);
const BAD_CALL = failed('The model made an invalid tool call. Try again.');

const words: { readonly [word: string]: ErrorWord } = {
  invalid_request: INVALID,
  parameter_unknown: INVALID,
  failed_precondition: { status: 'FAILED_PRECONDITION', httpStatus: 400 },
  out_of_range: { status: 'OUT_OF_RANGE', httpStatus: 416 },
  authentication: { status: 'UNAUTHENTICATED', httpStatus: 401 },
  payment_required: {
    status: 'FAILED_PRECONDITION',
    httpStatus: 402,
    advice: {
      reason: 'credits',
      hint: 'This request requires billing. Check the project’s billing.',
    },
  },
  permission_denied: { status: 'PERMISSION_DENIED', httpStatus: 403 },
  not_found: MISSING,
  model_not_found: {
    ...MISSING,
    advice: {
      reason: 'modelNotFound',
      hint: 'The model may be retired, renamed, or unavailable in this API version. Select another model.',
    },
  },
  already_exists: { status: 'ALREADY_EXISTS', httpStatus: 409 },
  aborted: { status: 'ABORTED', httpStatus: 409 },
  rate_limit_exceeded: EXHAUSTED,
  quota_exceeded: EXHAUSTED,
  too_many_requests: EXHAUSTED,
  cancelled: { status: 'CANCELLED', httpStatus: 499 },
  api_error: { status: 'INTERNAL', httpStatus: 500 },
  unimplemented: { status: 'UNIMPLEMENTED', httpStatus: 501 },
  service_unavailable: { status: 'UNAVAILABLE', httpStatus: 503 },
  deadline_exceeded: { status: 'DEADLINE_EXCEEDED', httpStatus: 504 },
  safety: HARM,
  image_safety: HARM,
  content_blocked: HARM,
  prohibited_content: FORBIDDEN,
  image_prohibited_content: FORBIDDEN,
  spii: quotaError('The response would contain personal data. Change the prompt.'),
  blocklist: quotaError('The content contains a blocked word. Change the prompt.'),
  language: quotaError('The model doesn’t support this language. Use another language or model.'),
  recitation: COPIED,
  image_recitation: COPIED,
  image_other: failed('Couldn’t generate the image. Change the prompt, or try again.'),
  no_image: failed('The model generated no image. Ask for an image in the prompt, or try again.'),
  malformed_function_call: BAD_CALL,
  malformed_tool_call: BAD_CALL,
  unexpected_tool_call: BAD_CALL,
  too_many_tool_calls: failed('The model made too many tool calls. Simplify the prompt.'),
  missing_thought_signature: {
    ...INVALID,
    advice: {
      reason: 'invalidRequest',
      hint: 'A step was sent without its thought signature. Send steps exactly as received.',
    },
  },
};

function wordOf(code: string): ErrorWord | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

function codeText(code: string): string {
  return cut(code.replaceAll('_', ' '), 100);
}
