import { cancellableSleep } from '../../base/async';
import type { Clock } from '../../base/clock';
import { AppError } from '../../base/errors';
import { isObject, items, objectAt } from '../../base/json';
import { waitPolicies } from '../../base/waitPolicies';
import { isSuccess, readJson } from '../body';
import { basePathOf, GOOGLE_ORIGIN, isLoopback } from '../endpoint';
import { ServiceError, TransportError, type TransportReason } from '../errors';
import { notJson } from '../pieces';
import { redact, type Redactor } from '../redact';
import { type OperationId, operationRow } from '../operations';
import { buildRequest, type CallInput, type PlainRequest } from '../request';
import type { JsonObject } from '../schema/row';
import {
  delayAfter,
  type Failure,
  nonRetryableReason,
  type RetryWait,
  withRetryDetails,
} from '../retryPolicy';
import type { WireResponse } from '../transport';
import type { Version } from '../versions';
import type { StreamedBody, UploadContent } from './upload';

type Command = 'upload' | 'upload, finalize' | 'finalize' | 'query' | 'cancel';

interface UploadCall {
  readonly id: OperationId;
  readonly version: Version;
  readonly parameters: { readonly body?: JsonObject };
}

/**
 * Builds the request that starts a resumable upload. File metadata goes only in the JSON body, which allows any
 * characters. Throws like `buildRequest`, and `AppError` (`tooLarge`).
 */
export function startRequest(
  { id, version, parameters }: UploadCall,
  { source, mimeType }: Pick<UploadContent, 'source' | 'mimeType'>,
): PlainRequest {
  const { upload } = operationRow(id);
  if (!upload) throw new TypeError(`${id} doesn’t accept uploads.`);
  checkSize(source.size, upload.most);
  // Without a body, only headers describe the bytes.
  const place = upload.mimeType?.split('.');
  const body = place && { body: withText(parameters.body ?? {}, place, mimeType) };
  const whole = { ...parameters, ...body, media: { contentType: mimeType, data: NOTHING } };
  // `id` is dynamic, so each name is checked against the row instead of by type.
  const { media: _none, ...request } = buildRequest(id, version, whole as CallInput<typeof id>);
  const headers = {
    'x-goog-upload-protocol': 'resumable',
    'x-goog-upload-command': 'start',
    'x-goog-upload-header-content-length': String(source.size),
    'x-goog-upload-header-content-type': mimeType,
  };
  return { ...request, upload: { headers } };
}

const NOTHING = new Uint8Array(0);

function withText(
  json: JsonObject,
  [key = '', ...rest]: readonly string[],
  text: string,
): JsonObject {
  if (rest.length === 0) return { ...json, [key]: text };
  return { ...json, [key]: withText(objectAt(json, key), rest, text) };
}

/** Builds a request to the upload URL, with file bytes if the command needs them. */
export function commandRequest(
  command: Command,
  target: string,
  start: PlainRequest,
  piece?: { readonly offset: number; readonly content: StreamedBody },
): PlainRequest {
  const headers = {
    'x-goog-upload-command': command,
    ...(piece && {
      'x-goog-upload-offset': String(piece.offset),
      'content-type': 'application/octet-stream',
      'content-length': String(piece.content.length),
    }),
  };
  const { body: _none, ...request } = start;
  const content = piece && { content: piece.content };
  // Always POST, regardless of the method that started the upload.
  return { ...request, method: 'POST', upload: { headers, target, ...content } };
}

function checkSize(size: number, most: number): void {
  if (size <= most) return;
  throw new AppError(
    'tooLarge',
    `The file has ${bytes(size)}, but the maximum is ${bytes(most)} (${inLargeUnit(most)}).`,
    { hint: 'Nothing was sent. Split the file or make it smaller.' },
  );
}

const MEBI = 1024 * 1024;
const GIBI = 1024 * MEBI;

function inLargeUnit(count: number): string {
  return count < GIBI ? `${count / MEBI} MiB` : `${count / GIBI} GiB`;
}

function bytes(count: number): string {
  return `${count.toLocaleString('en-US')} bytes`;
}

const UPLOADS = '/upload/';

/**
 * Returns path and query of an upload URL, relative to the endpoint. Throws `AppError` (`badUploadUrl`) for another
 * origin or path, to protect credentials and content. URLs of Google's host are mapped to the gateway.
 * @param clean redacts the URL in errors
 */
export function sessionTarget(
  address: string,
  endpoint: URL | undefined,
  clean: Redactor = redact,
): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !endpoint) throw refuse('the server returned an invalid upload URL');
  if (url.username !== '' || url.password !== '') {
    throw refuse('the upload URL contains a username or password');
  }
  const isSafe =
    url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  const isBehind = url.origin === GOOGLE_ORIGIN && url.pathname.startsWith(UPLOADS);
  if (!isSafe || (url.origin !== endpoint.origin && !isBehind)) {
    const place = clean(url.host === '' ? url.protocol : url.origin);
    throw refuse(`the upload URL points to ${place} instead of ${endpoint.origin}`);
  }
  const base = basePathOf(endpoint);
  const target = url.pathname + url.search;
  if (url.origin === endpoint.origin && url.pathname.startsWith(`${base}/`)) return target;
  // Gateways forward URLs of the upstream API, without their own path prefix.
  if (url.pathname.startsWith(UPLOADS)) return base + target;
  throw refuse('the upload URL is outside the connection’s endpoint');
}

function refuse(why: string): AppError<'badUploadUrl'> {
  return new AppError('badUploadUrl', `Nothing was uploaded because ${why}.`, {
    hint: 'Check the connection’s endpoint and uploadEndpoint. A gateway must return its own URL in x-goog-upload-url, or Google’s unchanged.',
  });
}

export interface UploadState {
  readonly status: 'active' | 'final' | 'cancelled' | 'unknown';
  readonly ok: boolean;
  readonly received: number | undefined;
}

const STATES = ['active', 'final', 'cancelled'] as const;

// Maximum bytes read of an irrelevant response.
const MAX_IGNORED_BYTES = 64 * 1024;

export function stateOf(answer: WireResponse): UploadState {
  const named = answer.headers['x-goog-upload-status']?.trim().toLowerCase();
  return {
    status: STATES.find((state) => state === named) ?? 'unknown',
    ok: isSuccess(answer),
    received: parseByteCount(answer, 'x-goog-upload-size-received'),
  };
}

/** Parses a byte count header. Undefined if missing or invalid. */
export function parseByteCount({ headers }: WireResponse, name: string): number | undefined {
  const text = headers[name]?.trim() ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Parses the final response. Throws `TransportError` if the resource is missing. */
export async function parseResult(answer: WireResponse): Promise<JsonObject> {
  const body = await readJson(answer);
  const [made = body] = [body.file, ...items(body.files)].filter(isObject);
  if (typeof made.name === 'string') return body;
  throw notJson(answer);
}

/** Drains a body so that the connection can be reused. */
export async function ignoreBody({ body }: WireResponse): Promise<void> {
  let length = 0;
  try {
    for await (const bytes of body) {
      length += bytes.length;
      if (length > MAX_IGNORED_BYTES) return;
    }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
  }
}

export function unclearResponse(): TransportError {
  return new TransportError('incomplete', 'The server didn’t report the upload’s progress.', {
    hint: 'Try again. If the error persists, check the connection’s endpoint and whether the proxy removes response headers.',
  });
}

export function missingUploadUrl(): TransportError {
  return new TransportError('incomplete', 'The server didn’t return an upload URL.', {
    hint: 'Try again. If the error persists, check the connection’s endpoint and whether the proxy removes response headers.',
  });
}

export function sessionLost(times: number, cause: Failure | undefined): AppError<'sessionLost'> {
  const said = cause ? ` Last error: ${cause.message}` : '';
  return new AppError('sessionLost', `The server lost the upload ${times} times.${said}`, {
    hint: 'Try again later.',
    cause,
  });
}

export async function cancelledElsewhere(answer: WireResponse): Promise<AppError<'sessionLost'>> {
  await ignoreBody(answer);
  return new AppError('sessionLost', 'The upload was canceled on the server.', {
    hint: 'Upload the file again.',
  });
}

/**
 * Classifies an upload failure: transient, offset mismatch, request too large for an intermediary, or permanent.
 */
export type UploadErrorKind = 'passes' | 'disagrees' | 'tooLarge' | 'ends';

// Rules of Google's clients (google-gax, resumable uploads).
const TRANSIENT = [408, 429];
// Includes 404 and 410, because only a query shows whether the upload is gone.
const OFFSET_MISMATCH = [400, 404, 409, 410, 412, 416];
const TOO_LARGE = 413;

const BROKEN: readonly TransportReason[] = [
  'reset',
  'incomplete',
  'idle',
  'timeout',
  'empty',
  'notJson',
];
// No server was reached: wrong endpoint if on the first request, else the network is down.
const UNREACHED: readonly TransportReason[] = ['dns', 'refused', 'unreachable', 'proxy'];

/** @param wasReached whether the API has responded to this upload before */
export function classifyUploadError(failure: Failure, wasReached: boolean): UploadErrorKind {
  if (failure instanceof TransportError) {
    const { reason } = failure;
    const passes = BROKEN.includes(reason) || (wasReached && UNREACHED.includes(reason));
    return passes ? 'passes' : 'ends';
  }
  const { httpStatus } = failure;
  if (TRANSIENT.includes(httpStatus) || httpStatus >= 500) return 'passes';
  if (httpStatus === TOO_LARGE) return 'tooLarge';
  return OFFSET_MISMATCH.includes(httpStatus) ? 'disagrees' : 'ends';
}

/** Whether access was denied, which doesn't invalidate the session. */
export function isAccessError(failure: Failure): boolean {
  return failure instanceof ServiceError && [401, 403, 407].includes(failure.httpStatus);
}

interface UploadRetryDeps {
  readonly operation: OperationId;
  readonly clock: Clock;
  readonly random: () => number;
  readonly maxAttempts: number;
  readonly signal: AbortSignal;
  readonly onRetry: ((wait: RetryWait) => void) | undefined;
}

export class UploadRetryLoop {
  readonly #deps: UploadRetryDeps;
  #failures = 0;

  constructor(deps: UploadRetryDeps) {
    this.#deps = deps;
  }

  restore(): void {
    this.#failures = 0;
  }

  /**
   * Waits as long as the API requests, else with backoff. Throws the failure if retrying is pointless, and
   * `CancelledError`.
   */
  async wait(error: Failure): Promise<void> {
    const { operation, clock, random, maxAttempts, signal, onRetry } = this.#deps;
    this.#failures += 1;
    const attempt = this.#failures;
    const why = nonRetryableReason(error, clock.now());
    if (why !== undefined || attempt >= maxAttempts) throw withRetryDetails(error, attempt, why);
    const delay = delayAfter(error, attempt, random, waitPolicies.upload);
    onRetry?.({ operation, attempt, maxAttempts, ...delay, error });
    await cancellableSleep(clock, delay.delayMs, signal);
  }
}
