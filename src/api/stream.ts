import { emptyAnswer, notJson } from './body';
import { decodeErrorEnvelope } from './errors/decode';
import { TransportError } from './errors/transportError';
import { isObject, tryParse } from './json';
import { JsonArrayDecoder } from './jsonArray';
import { incomplete, type PieceDecoder } from './pieces';
import type { JsonObject } from './schema/row';
import { SseDecoder } from './sse';
import type { WireAnswer } from './transport';

/**
 * The pieces of a streamed answer: server-sent events, or the JSON array that some gateways send instead.
 * Throws `ServiceError` for an error among the pieces, and `TransportError` for a body that is neither,
 * is empty, is broken, or ends in the middle. Leaving the loop releases the body.
 */
export async function* readStream(answer: WireAnswer): AsyncGenerator<JsonObject, void, undefined> {
  let decoder: PieceDecoder | undefined;
  let count = 0;
  for await (const chunk of answer.body) {
    let bytes = chunk;
    if (!decoder) {
      const start = firstSignificant(chunk);
      if (start === chunk.length) continue;
      decoder = decoderFor(answer, chunk[start]);
      bytes = chunk.subarray(start);
    }
    for (const text of decoder.push(bytes)) {
      count += 1;
      yield readPiece(answer, text, () => brokenPiece(count, text));
    }
  }
  const last = decoder?.end();
  if (last !== undefined) {
    count += 1;
    yield readPiece(answer, last, incomplete);
  }
  if (decoder instanceof SseDecoder && count === 0 && decoder.unknownLines > 0)
    throw notJson(answer);
  if (count === 0) throw emptyAnswer();
}

function readPiece(answer: WireAnswer, text: string, broken: () => TransportError): JsonObject {
  const piece = tryParse(text);
  if (!isObject(piece)) throw broken();
  if ('error' in piece) throw decodeErrorEnvelope(piece, undefined, answer.redact);
  return piece;
}

// The text itself stays out of the message: it is part of the conversation.
function brokenPiece(number: number, text: string): TransportError {
  return new TransportError(
    'notJson',
    `Event ${number} of the answer is not valid JSON (${text.length} characters).`,
    { hint: 'What came before is kept. Try again.' },
  );
}

/** Spaces, line ends and a byte order mark say nothing about what follows. */
function firstSignificant(bytes: Uint8Array): number {
  const index = bytes.findIndex((byte) => !INSIGNIFICANT.has(byte));
  return index === -1 ? bytes.length : index;
}

const INSIGNIFICANT = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const TYPES = ['', 'text/event-stream', 'application/json', 'text/plain'];

/** By what the body begins with: the declared type is not always true. */
function decoderFor(answer: WireAnswer, first: number | undefined): PieceDecoder {
  const type = (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!TYPES.includes(type)) throw notJson(answer);
  if (first === 0x5b /* [ */ || first === 0x7b /* { */) return new JsonArrayDecoder();
  if (type === 'application/json' || first === 0x3c /* < */) throw notJson(answer);
  return new SseDecoder();
}
