import type { JsonObject } from '../base/json';
import { AppError } from '../base/errors';
import { Canonicalizer } from './canonical';
import { captureOf } from './capture';
import type { Exchange } from './exchange';
import { writeExchange } from './fileFormat';
import { requestOf, type RequestParts, startOf } from './incoming';
import { Places, type Surroundings } from './places';
import type { MatchRules } from './rules';
import { findSecret } from './secrets';
import { settle } from './settle';
import { fileNameOf, type RecordingFolder } from './store';
import { uploadRequest } from './uploads';

/** A request that went by, as it is known afterwards. */
export interface PastRequest extends Omit<RequestParts, 'base'> {
  /** The addresses at which the service was found. */
  readonly bases: readonly string[];
  /** What the bytes of an upload came to; the body is not looked at then. */
  readonly upload?: NonNullable<Exchange['request']['upload']> & { readonly metadata: JsonObject };
}

/** A request that nothing has answered, as it is written. */
export interface MissedRequest extends Pick<Exchange, 'operation' | 'request'> {
  /** What would give away what it has identified itself with: no file may have it. */
  readonly credentials: readonly string[];
}

/** An exchange that went by. */
export interface Past extends PastRequest {
  /** Whether the elements of an array are the pieces of a stream. */
  readonly mayBeArray: boolean;
  readonly status: number;
  readonly answerHeaders: { readonly [name: string]: string };
  /** The body of the answer as it came. */
  readonly pieces: readonly { readonly ms: number; readonly bytes: Buffer }[];
}

/** A request that went by, as it is written and compared. */
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

/** Has one address of the service in place of all. */
function cleaning({ bases }: PastRequest): (text: string) => string {
  const [base = ''] = bases;
  return (text) => bases.reduce((all, one) => all.replaceAll(one, base), text);
}

/** The recording of an exchange that went by. */
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

/** The start of an upload; where nothing was said of the bytes, there was no body. */
function startedAs(past: PastRequest, metadata: JsonObject): ReturnType<typeof startOf> {
  const start = startOf(past, metadata);
  return Object.keys(metadata).length === 0 ? { ...start, body: Buffer.alloc(0) } : start;
}

/** Only where something is to be changed: bytes of any other kind stay as they are. */
function changedText(bytes: Buffer, change: (text: string) => string): Buffer {
  const text = bytes.toString('latin1');
  const changed = change(text);
  return changed === text ? bytes : Buffer.from(changed, 'latin1');
}

/** Where an exchange was saved, or lies already. */
export interface Saved {
  readonly file: string;
  /** Whether a recording that says the same was there before. */
  readonly wasThere: boolean;
}

/**
 * Writes a recording behind those of a folder. Throws `AppError` (`hasSecret`), with nothing written, for one that has a
 * secret in it, and where another recording there can't be read.
 * @param credentials that it was asked with, none of which may be in it.
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
    throw new AppError('hasSecret', `There is ${found.what} in ${found.where}.`);
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
