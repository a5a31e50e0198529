import { AppError } from '../../base/errors';
import { isObject, items, objectAt } from '../../base/json';
import { isSuccess, readJson } from '../body';
import { basePathOf, GOOGLE_ORIGIN, isLoopback } from '../endpoint';
import { ServiceError, TransportError, type TransportReason } from '../errors';
import { notJson } from '../pieces';
import { redact, type Redactor } from '../redact';
import { type OperationId, operationRow } from '../operations';
import { buildRequest, type CallInput, type PlainRequest } from '../request';
import type { JsonObject } from '../schema/row';
import type { Failure } from '../retry/retryPolicy';
import type { WireAnswer } from '../transport';
import type { Version } from '../versions';
import type { StreamedBody, UploadContent } from './upload';

/** `X-Goog-Upload-Command` on the address of an upload. */
type Command = 'upload' | 'upload, finalize' | 'finalize' | 'query' | 'cancel';

/** An operation that takes bytes, and what it is asked for beside them. */
interface UploadCall {
  readonly id: OperationId;
  readonly version: Version;
  readonly parameters: { readonly body?: JsonObject };
}

/**
 * The request that begins an upload: as its operation is called otherwise, without the bytes. What describes the file
 * goes in its body alone, where any character can stand. Throws what `buildRequest` does, and `AppError` (`tooLarge`).
 */
export function startRequest(
  { id, version, parameters }: UploadCall,
  { source, mimeType }: Pick<UploadContent, 'source' | 'mimeType'>,
): PlainRequest {
  const { upload } = operationRow(id);
  if (!upload) throw new TypeError(`${id} takes no bytes.`);
  checkSize(source.size, upload.most);
  // Without a body its headers alone tell what the bytes are.
  const place = upload.mimeType?.split('.');
  const body = place && { body: withText(parameters.body ?? {}, place, mimeType) };
  const whole = { ...parameters, ...body, media: { contentType: mimeType, data: NOTHING } };
  // Which operation it is stands in a value: its row checks each name instead of a type.
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

/** JSON with a text at a place of it. */
function withText(
  json: JsonObject,
  [key = '', ...rest]: readonly string[],
  text: string,
): JsonObject {
  if (rest.length === 0) return { ...json, [key]: text };
  return { ...json, [key]: withText(objectAt(json, key), rest, text) };
}

/** A request on the address of an upload that `start` began, with bytes of the file where the command brings some. */
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
  // However it was begun: what is at its address is posted.
  return { ...request, method: 'POST', upload: { headers, target, ...content } };
}

/** Throws `AppError` (`tooLarge`) for more bytes than the service takes. */
function checkSize(size: number, most: number): void {
  if (size <= most) return;
  throw new AppError(
    'tooLarge',
    `The file has ${bytes(size)}; the service takes ${bytes(most)} (${inLargeUnit(most)}) at most.`,
    { hint: 'Nothing was sent. Split the file, or make it smaller.' },
  );
}

const MEBI = 1024 * 1024;
const GIBI = 1024 * MEBI;

/** The service gives its limits in these units. */
function inLargeUnit(count: number): string {
  return count < GIBI ? `${count / MEBI} MiB` : `${count / GIBI} GiB`;
}

function bytes(count: number): string {
  return `${count.toLocaleString('en-US')} bytes`;
}

const UPLOADS = '/upload/';

/**
 * Path and query of an upload's address, to be asked for at the endpoint. Throws `AppError` (`badUploadUrl`), so that
 * nothing is sent there, for one that is not of the endpoint's origin or below its path: a credential would go to
 * somebody else, and the content too. Where a gateway hands on the address of Google's own host, the same path is asked
 * for at the gateway: what is sent through it goes nowhere else.
 *
 * @param clean takes secrets out of what is named of it.
 */
export function sessionTarget(
  address: string,
  endpoint: URL | undefined,
  clean: Redactor = redact,
): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !endpoint) throw refuse('what the service named to upload to is no address');
  if (url.username !== '' || url.password !== '') {
    throw refuse('the address to upload to has a user name or a password in it');
  }
  const isSafe =
    url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  const isBehind = url.origin === GOOGLE_ORIGIN && url.pathname.startsWith(UPLOADS);
  if (!isSafe || (url.origin !== endpoint.origin && !isBehind)) {
    const place = clean(url.host === '' ? url.protocol : url.origin);
    throw refuse(`the place to upload to is ${place}, and not ${endpoint.origin}`);
  }
  const base = basePathOf(endpoint);
  const target = url.pathname + url.search;
  if (url.origin === endpoint.origin && url.pathname.startsWith(`${base}/`)) return target;
  // A gateway passes on what the service behind it says, which knows nothing of the path before its own.
  if (url.pathname.startsWith(UPLOADS)) return base + target;
  throw refuse('the address to upload to is not below that of the connection');
}

function refuse(why: string): AppError<'badUploadUrl'> {
  return new AppError('badUploadUrl', `Nothing was uploaded: ${why}.`, {
    hint: 'Check the endpoint of the connection, and its uploadEndpoint: uploads go nowhere else. A gateway has to name its own address in x-goog-upload-url, or leave that of Google’s host as it is.',
  });
}

/** What an answer says of the upload that it belongs to. */
export interface UploadState {
  /** `unknown` where it does not say: nothing may be concluded from it. */
  readonly status: 'active' | 'final' | 'cancelled' | 'unknown';
  readonly ok: boolean;
  /** Bytes that the service has. */
  readonly received: number | undefined;
}

const STATES = ['active', 'final', 'cancelled'] as const;

// Bytes of an answer that has nothing to say.
const MOST_IGNORED = 64 * 1024;

export function stateOf(answer: WireAnswer): UploadState {
  const named = answer.headers['x-goog-upload-status']?.trim().toLowerCase();
  return {
    status: STATES.find((state) => state === named) ?? 'unknown',
    ok: isSuccess(answer),
    received: countIn(answer, 'x-goog-upload-size-received'),
  };
}

/** A count of bytes in a header; undefined where there is none that can be believed. */
export function countIn({ headers }: WireAnswer, name: string): number | undefined {
  const text = headers[name]?.trim() ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The last answer of an upload. Throws `TransportError` where it does not name what was made. */
export async function resultIn(answer: WireAnswer): Promise<JsonObject> {
  const body = await readJson(answer);
  const [made = body] = [body.file, ...items(body.files)].filter(isObject);
  if (typeof made.name === 'string') return body;
  throw notJson(answer);
}

/** Reads a body that is not needed to its end, so that the connection can be used again. */
export async function ignoreBody({ body }: WireAnswer): Promise<void> {
  let length = 0;
  try {
    for await (const bytes of body) {
      length += bytes.length;
      if (length > MOST_IGNORED) return;
    }
  } catch (error) {
    // The head has said all that there is to know.
    if (!(error instanceof TransportError)) throw error;
  }
}

/** Says that an answer does not tell what became of the upload. */
export function unclear(): TransportError {
  return new TransportError('incomplete', 'The answer did not say how far the upload is.', {
    hint: 'Try again. If it happens again, check the endpoint of the connection and the proxy: it may take headers out of answers.',
  });
}

/** Says that an upload was begun, and its address did not come. */
export function noAddress(): TransportError {
  return new TransportError('incomplete', 'The service did not say where to upload to.', {
    hint: 'Try again. If it happens again, check the endpoint of the connection and the proxy: it may take headers out of answers.',
  });
}

/** Says that the service has lost an upload as often as it was begun. */
export function sessionLost(times: number, cause: Failure | undefined): AppError<'sessionLost'> {
  const said = cause ? ` It last said: ${cause.message}` : '';
  return new AppError('sessionLost', `The service has lost the upload ${times} times.${said}`, {
    hint: 'Try again later.',
    cause,
  });
}

/** Says that somebody else has ended an upload, by the answer that tells of it. */
export async function cancelledElsewhere(answer: WireAnswer): Promise<AppError<'sessionLost'>> {
  await ignoreBody(answer);
  return new AppError('sessionLost', 'The upload was cancelled at the service.', {
    hint: 'Upload the file again.',
  });
}

/**
 * What a failed request of an upload means: it may pass, the two sides may disagree about what has arrived, the
 * request was too large for somebody on the way, or it is no use.
 */
export type Verdict = 'passes' | 'disagrees' | 'tooLarge' | 'ends';

// The rules are those of Google's own clients (google-gax, resumable uploads).
const PASSING = [408, 429];
// 404 and 410 too: whether the upload is gone, a query tells.
const DISAGREEING = [400, 404, 409, 410, 412, 416];
const TOO_LARGE = 413;

// A connection that broke or stood still, or an answer that somebody in between has spoilt.
const BROKEN: readonly TransportReason[] = [
  'reset',
  'incomplete',
  'idle',
  'timeout',
  'empty',
  'notJson',
];
// Nobody was reached: with a wrong endpoint from the first request on, with no network in between.
const UNREACHED: readonly TransportReason[] = ['dns', 'refused', 'unreachable', 'proxy'];

/** @param wasReached the service has answered to this upload before. */
export function verdictOf(failure: Failure, wasReached: boolean): Verdict {
  if (failure instanceof TransportError) {
    const { reason } = failure;
    const passes = BROKEN.includes(reason) || (wasReached && UNREACHED.includes(reason));
    return passes ? 'passes' : 'ends';
  }
  const { httpStatus } = failure;
  if (PASSING.includes(httpStatus) || httpStatus >= 500) return 'passes';
  if (httpStatus === TOO_LARGE) return 'tooLarge';
  return DISAGREEING.includes(httpStatus) ? 'disagrees' : 'ends';
}

/** Whether the service does not take who asks; a session is not lost by that. */
export function isAboutAccess(failure: Failure): boolean {
  return failure instanceof ServiceError && [401, 403, 407].includes(failure.httpStatus);
}
