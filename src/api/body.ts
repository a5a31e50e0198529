import { isObject, tryParse } from '../base/json';
import { type ServiceError, TransportError } from './errors';
import { decodeErrorBody, retryAfter } from './errors/decode';
import { asBuffer, notJson, tooLarge } from './pieces';
import type { JsonObject } from './schema/row';
import type { WireAnswer } from './transport';

// Bytes. An answer with generated images is tens of megabytes; an error is a page of text.
const ANSWER_LIMIT = 256 * 1024 * 1024;
const ERROR_LIMIT = 64 * 1024;

export function isSuccess(answer: Pick<WireAnswer, 'status'>): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/**
 * The error in an answer that is not a success. Reads at most 64 KiB of it; where the connection breaks
 * before that, the status still says what went wrong.
 *
 * @param now milliseconds since 1970.
 * @param asksModel whether a model was asked.
 */
export async function readError(
  answer: WireAnswer,
  now: number,
  asksModel = false,
): Promise<ServiceError> {
  let body = '';
  try {
    body = await readText(answer.body, ERROR_LIMIT, 'cut');
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
  }
  const wait = retryAfter(answer.headers, now);
  return decodeErrorBody(answer.status, body, answer.redact, wait, asksModel);
}

/**
 * The one JSON object of an answer. Throws `TransportError` when it is none.
 *
 * @param limit bytes.
 */
export async function readJson(answer: WireAnswer, limit = ANSWER_LIMIT): Promise<JsonObject> {
  const text = await readText(answer.body, limit, 'refuse');
  if (text.trim() === '') throw emptyAnswer();
  const value = tryParse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  if (isObject(value)) return value;
  throw notJson(answer);
}

/** Says that an answer with a good status has nothing in it. */
export function emptyAnswer(): TransportError {
  return new TransportError('empty', 'The service ended its answer before it said anything.', {
    hint: 'Try again.',
  });
}

/**
 * The text of a body. Beyond the limit, the rest of it is left out, or `TransportError` (`tooLarge`) is thrown.
 *
 * @param limit bytes.
 */
export async function readText(
  body: AsyncIterable<Uint8Array>,
  limit: number,
  beyond: 'cut' | 'refuse',
): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(asBuffer(chunk));
    length += chunk.length;
    if (length <= limit) continue;
    if (beyond === 'refuse') throw tooLarge(limit);
    break;
  }
  // Most answers come in one piece, which needs no copy.
  const [first] = chunks;
  const whole = chunks.length === 1 && first ? first : Buffer.concat(chunks);
  return whole.toString('utf8');
}
