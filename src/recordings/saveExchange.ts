import type { JsonObject } from '../base/json';
import { AppError } from '../base/errors';
import { Canonicalizer } from './canonical';
import { captureOf } from './capture';
import type { Exchange } from './exchange';
import { writeExchange } from './fileFormat';
import { toRecordedRequest, type RequestParts, uploadStart } from './incoming';
import { PathPlaceholders, type PlaceholderValues } from './pathPlaceholders';
import type { MatchRules } from './rules';
import { findSecret } from './secrets';
import { mergeRecordings } from './mergeRecordings';
import { fileNameOf, type RecordingFolder } from './store';
import { uploadRequest } from './uploads';

interface CompletedRequest extends Omit<RequestParts, 'base'> {
  readonly bases: readonly string[];
  /** The upload's metadata, which replaces the body. */
  readonly upload?: NonNullable<Exchange['request']['upload']> & { readonly metadata: JsonObject };
}

export interface UnmatchedExchange extends Pick<Exchange, 'operation' | 'request'> {
  /** Parts of credentials that no file may contain. */
  readonly credentials: readonly string[];
}

export interface CompletedExchange extends CompletedRequest {
  readonly mayBeArray: boolean;
  readonly status: number;
  readonly answerHeaders: { readonly [name: string]: string };
  readonly pieces: readonly { readonly ms: number; readonly bytes: Buffer }[];
}

export function requestFor(
  past: CompletedRequest,
  surroundings: PlaceholderValues,
): Exchange['request'] {
  const { bases, upload } = past;
  const [base = ''] = bases;
  const clean = cleaning(past);
  const parts = { ...past, ...(upload && toUploadStart(past, upload.metadata)), base };
  const given = toRecordedRequest(
    { ...parts, target: clean(parts.target), body: changedText(parts.body, clean) },
    new PathPlaceholders(surroundings),
  );
  if (!upload) return given;
  const { metadata: _metadata, ...sent } = upload;
  return { ...uploadRequest(given), upload: sent };
}

function cleaning({ bases }: CompletedRequest): (text: string) => string {
  const [base = ''] = bases;
  return (text) => bases.reduce((all, one) => all.replaceAll(one, base), text);
}

export function exchangeOf(past: CompletedExchange, surroundings: PlaceholderValues): Exchange {
  const { operation, bases, mayBeArray, status, answerHeaders, pieces } = past;
  const [base = ''] = bases;
  const clean = cleaning(past);
  let at = 0;
  const capture = captureOf(
    { status, headers: answerHeaders },
    { upstream: base, own: base, places: new PathPlaceholders(surroundings) },
    () => at,
    mayBeArray,
  );
  for (const { ms, bytes } of pieces) {
    at = ms;
    capture.push(changedText(bytes, clean));
  }
  capture.rest();
  const answer = capture.answer();
  if (!answer) throw new AppError('notRecorded', 'The response is too long.');
  return { operation, request: requestFor(past, surroundings), answer };
}

function toUploadStart(
  past: CompletedRequest,
  metadata: JsonObject,
): ReturnType<typeof uploadStart> {
  const start = uploadStart(past, metadata);
  return Object.keys(metadata).length === 0 ? { ...start, body: Buffer.alloc(0) } : start;
}

/** Leaves bytes without matches unchanged. */
function changedText(bytes: Buffer, change: (text: string) => string): Buffer {
  const text = bytes.toString('latin1');
  const changed = change(text);
  return changed === text ? bytes : Buffer.from(changed, 'latin1');
}

interface SavedRecording {
  readonly file: string;
  readonly wasThere: boolean;
}

/**
 * Appends a recording to a folder. Throws `AppError`, writing nothing, if the recording contains a secret
 * (`hasSecret`) or another recording is invalid.
 * @param credentials of the request, which the file must not contain
 */
export function saveExchange(
  folder: RecordingFolder,
  exchange: Exchange,
  rules: MatchRules,
  credentials: readonly string[],
): SavedRecording {
  const canonicalizer = new Canonicalizer(rules);
  const { operation, request } = exchange;
  const written = writeExchange(exchange);
  const found = findSecret(written, credentials);
  if (found) {
    throw new AppError('hasSecret', `Found ${found.what} in ${found.where}.`);
  }
  const before = folder.readAll();
  const same = before.find(
    (one) => mergeRecordings([exchange], [one], canonicalizer)[0]?.isKept === true,
  );
  if (same) return { file: same.file, wasThere: true };
  const { hash } = canonicalizer.of(operation, request);
  const number = 1 + Math.max(0, ...before.map((one) => one.number));
  const file = fileNameOf(number, exchange, hash);
  folder.write(file, written);
  return { file, wasThere: false };
}
