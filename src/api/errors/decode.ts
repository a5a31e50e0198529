import { STATUS_CODES } from 'node:http';
import { isObject, items, mapTexts, objectAt, textAt, tryParse } from '../../base/json';
import { redact, type Redactor } from '../redact';
import type { JsonObject } from '../schema/row';
import { adviceFor } from './advice';
import { cut, oneLine } from './brief';
import { readDetails } from './details';
import { retryDelay } from './retryDelay';
import { ServiceError } from './serviceError';

const EXCERPT_LIMIT = 2000;
// Between the pieces of an array that ended with an error; seen on the live service.
const DOUBLE_COMMA = /,(?:\s*,)+/g;

/** Canonical statuses by HTTP status, where a body doesn't name one (google.rpc.Code). */
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
 * The error in a body that came with an error status: the service's own, alone or in an array, or
 * whatever else came in its place (a web page, nothing, JSON that was cut off).
 *
 * @param retryAfterMs what the answer's `Retry-After` header means.
 */
export function decodeErrorBody(
  httpStatus: number,
  body: string,
  clean: Redactor = redact,
  retryAfterMs?: number,
): ServiceError {
  const parsed = tryParse(body) ?? tryParse(body.replaceAll(DOUBLE_COMMA, ','));
  const holder = [parsed, ...items(parsed)].find((item) => isObject(item) && 'error' in item);
  if (isObject(holder)) return decodeErrorEnvelope(holder, httpStatus, clean, retryAfterMs);
  return foreignError(httpStatus, body, clean, retryAfterMs);
}

/** The error in `{"error": …}`, also where it is an event of a stream that began well. */
export function decodeErrorEnvelope(
  envelope: JsonObject,
  httpStatus: number | undefined,
  clean: Redactor = redact,
  retryAfterMs?: number,
): ServiceError {
  const error = objectAt(mapTexts(envelope, clean) as JsonObject, 'error');
  const code = typeof error.code === 'number' ? error.code : undefined;
  const http = httpStatus ?? code ?? 500;
  const status = textAt(error, 'status') || (canonical[http] ?? 'UNKNOWN');
  const details = readDetails(error.details);
  const text = textAt(error, 'message') || textAt(envelope, 'error');
  const message = oneLine(clean(text)) || statusLine(http);
  return new ServiceError({
    ...adviceFor(status, message, details),
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
): ServiceError {
  const text = body.trim();
  const status = canonical[httpStatus] ?? 'UNKNOWN';
  const details = readDetails(undefined);
  const { reason, hint } = adviceFor(status, '', details);
  return new ServiceError({
    reason,
    message: statusLine(httpStatus),
    hint: text.startsWith('<')
      ? "A web page came instead of the service's answer: a proxy, a gateway or a sign-in page of the network may have answered. Check the endpoint and the setting http.proxy, then try again."
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
