import type { JsonObject } from '../base/json';
import { AppError } from '../base/errors';
import { Canonicalizer } from './canonical';
import { captureOf } from './capture';
import type { Exchange } from './exchange';
import { writeExchange } from './fileFormat';
import { requestOf, type RequestParts, startOf } from './incoming';
import { Places, type Surroundings } from './pathPlaceholders';
import type { MatchRules } from './rules';
import { findSecret } from './secrets';
import { settle } from './mergeRecordings';
import { fileNameOf, type RecordingFolder } from './store';
import { uploadRequest } from './uploads';

export interface PastRequest extends Omit<RequestParts, 'base'> {
  readonly bases: readonly string[];
  /** The upload's metadata, which replaces the body. */
  readonly upload?: NonNullable<Exchange['request']['upload']> & { readonly metadata: JsonObject };
}

export interface MissedRequest extends Pick<Exchange, 'operation' | 'request'> {
  /** Parts of credentials that no file may contain. */
  readonly credentials: readonly string[];
}

export interface Past extends PastRequest {
  readonly mayBeArray: boolean;
  readonly status: number;
  readonly answerHeaders: { readonly [name: string]: string };
  readonly pieces: readonly { readonly ms: number; readonly bytes: Buffer }[];
}

export function requestIn(past: PastRequest, surroundings: Surroundings): Exchange['request'] {
  const { bases, upload } = past;
  const [base = ''] = bases;
  const clean = cleaning(past);
  const parts = { ...past, ...(upload && startedAs(past, upload.metadata)), base };
  const given = requestOf(
    { ...parts, target: clean(parts.target), body: changedText(parts.body, clean) },
    new Places(surroundings),
  );
  if (!upload) return given;
  const { metadata: _metadata, ...sent } = upload;
  return { ...uploadRequest(given), upload: sent };
}

function cleaning({ bases }: PastRequest): (text: string) => string {
  const [base = ''] = bases;
  return (text) => bases.reduce((all, one) => all.replaceAll(one, base), text);
}

export function exchangeOf(past: Past, surroundings: Surroundings): Exchange {
  const { operation, bases, mayBeArray, status, answerHeaders, pieces } = past;
  const [base = ''] = bases;
  const clean = cleaning(past);
  let at = 0;
  const capture = captureOf(
    { status, headers: answerHeaders },
    { upstream: base, own: base, places: new Places(surroundings) },
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
  return { operation, request: requestIn(past, surroundings), answer };
}

function startedAs(past: PastRequest, metadata: JsonObject): ReturnType<typeof startOf> {
  const start = startOf(past, metadata);
  return Object.keys(metadata).length === 0 ? { ...start, body: Buffer.alloc(0) } : start;
}

/** Leaves bytes without matches unchanged. */
function changedText(bytes: Buffer, change: (text: string) => string): Buffer {
  const text = bytes.toString('latin1');
  const changed = change(text);
  return changed === text ? bytes : Buffer.from(changed, 'latin1');
}

export interface Saved {
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
): Saved {
  const canonicalizer = new Canonicalizer(rules);
  const { operation, request } = exchange;
  const written = writeExchange(exchange);
  const found = findSecret(written, credentials);
  if (found) {
    throw new AppError('hasSecret', `Found ${found.what} in ${found.where}.`);
  }
  const before = folder.readAll();
  const same = before.find((one) => settle([exchange], [one], canonicalizer)[0]?.isKept === true);
  if (same) return { file: same.file, wasThere: true };
  const { hash } = canonicalizer.of(operation, request);
  const number = 1 + Math.max(0, ...before.map((one) => one.number));
  const file = fileNameOf(number, exchange, hash);
  folder.write(file, written);
  return { file, wasThere: false };
}
