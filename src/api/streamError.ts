import { tryParse } from '../base/json';
import { TransportError } from './errors';
import { decodeErrorEnvelope, errorEnvelope } from './errors/decode';
import { decoderFor, firstSignificant } from './pieceDecoder';
import { redact, type Redactor } from './redact';
import type { StreamError } from './transport';

const MARK = '"error"';

/** The pieces of a streamed answer that is kept as text, as far as they are whole; none where it is no stream. */
export function streamPieces(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const start = firstSignificant(bytes);
  const pieces: string[] = [];
  try {
    const decoder = decoderFor({ headers: {} }, bytes[start]);
    pieces.push(...decoder.push(bytes.subarray(start)));
    pieces.push(...decoder.end());
  } catch (error) {
    // Some other text, or only the beginning of a stream.
    if (!(error instanceof TransportError)) throw error;
  }
  return pieces;
}

/** The error that a streamed answer has ended with, with or without `data:`; undefined where it has none. */
export function streamError(text: string, clean: Redactor = redact): StreamError | undefined {
  // Of almost all, this is all that has to be read.
  if (!text.includes(MARK)) return undefined;
  const pieces = streamPieces(text).filter((piece) => piece.includes(MARK));
  const envelope = pieces
    .map((piece) => errorEnvelope(tryParse(piece)))
    .find((one) => one !== undefined);
  if (!envelope) return undefined;
  const { httpStatus, status } = decodeErrorEnvelope(envelope, undefined, clean);
  return { httpStatus, status };
}
