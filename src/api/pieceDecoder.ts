import { notJson } from './body';
import { JsonArrayDecoder } from './jsonArray';
import type { PieceDecoder } from './pieces';
import { SseDecoder } from './sse';
import type { WireAnswer } from './transport';

const INSIGNIFICANT = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const TYPES = ['', 'text/event-stream', 'application/json', 'text/plain'];

/**
 * Where a body begins to say what it is: spaces, line ends and a byte order mark don't. The length of
 * the bytes when nothing else is in them.
 */
export function firstSignificant(bytes: Uint8Array): number {
  const index = bytes.findIndex((byte) => !INSIGNIFICANT.has(byte));
  return index === -1 ? bytes.length : index;
}

/**
 * Chooses by what the body begins with: the declared type is not always true. Throws `TransportError`
 * (`notJson`) for what is neither events nor JSON.
 */
export function decoderFor(
  answer: Pick<WireAnswer, 'headers' | 'redact'>,
  first: number | undefined,
): PieceDecoder {
  const type = (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!TYPES.includes(type)) throw notJson(answer);
  if (first === 0x5b /* [ */ || first === 0x7b /* { */) return new JsonArrayDecoder();
  if (type === 'application/json' || first === 0x3c /* < */) throw notJson(answer);
  return new SseDecoder();
}
