import { isObject, tryParse } from '../base/json';
import { type ServiceError, TransportError } from './errors';
import { decodeErrorBody, retryAfter } from './errors/decode';
import { asBuffer, notJson, tooLarge } from './pieces';
import type { JsonObject } from './schema/row';
import type { WireResponse } from './transport';

// In bytes. Responses with generated images reach tens of megabytes.
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;

export function isSuccess(answer: Pick<WireResponse, 'status'>): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/**
 * Decodes an error response, reading up to 64 KiB. If the connection breaks first, the HTTP status still gives an
 * error.
 * @param now in ms since 1970
 * @param asksModel whether the request called a model
 */
export async function readError(
  answer: WireResponse,
  now: number,
  asksModel = false,
): Promise<ServiceError> {
  let body = '';
  try {
    body = await readText(answer.body, MAX_ERROR_BYTES, 'cut');
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
  }
  const wait = retryAfter(answer.headers, now);
  return decodeErrorBody(answer.status, body, answer.redact, wait, asksModel, answer.sentAs);
}

/**
 * Parses a JSON object response. Throws `TransportError` if the body isn't an object.
 * @param limit in bytes
 */
export async function readJson(
  answer: WireResponse,
  limit = MAX_RESPONSE_BYTES,
): Promise<JsonObject> {
  const text = await readText(answer.body, limit, 'refuse');
  if (text.trim() === '') throw emptyResponse();
  const value = tryParse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  if (isObject(value)) return value;
  throw notJson(answer);
}

export function emptyResponse(): TransportError {
  return new TransportError('empty', 'The API closed the connection without a response.', {
    hint: 'Try again.',
  });
}

/**
 * Reads a body as text. Beyond the limit, truncates the text or throws `TransportError` (`tooLarge`).
 * @param limit in bytes
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
  // Fast path: most bodies arrive as one chunk, which needs no copy.
  const [first] = chunks;
  const whole = chunks.length === 1 && first ? first : Buffer.concat(chunks);
  return whole.toString('utf8');
}
