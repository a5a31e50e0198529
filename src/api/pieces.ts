import { englishSize } from '../base/format';
import { TransportError } from './errors/transportError';

/** Cuts a body, as it arrives, into the texts of its JSON values. */
export interface PieceDecoder {
  /** The texts that these bytes complete. */
  push(bytes: Uint8Array): readonly string[];
  /**
   * To be called at the end of the body: what is left, if it may be a last piece without its end mark.
   * Throws `TransportError` (`incomplete`) when something is left that can't be one.
   */
  end(): string | undefined;
}

/** Bytes of one line or element; images come whole in one. */
export const PIECE_LIMIT = 64 * 1024 * 1024;

export function tooLarge(limit: number): TransportError {
  return new TransportError(
    'tooLarge',
    `A piece of the answer is larger than the limit of ${englishSize(limit)}.`,
    { hint: 'Ask for a smaller answer; the text that came before is kept.' },
  );
}

export function incomplete(cause?: unknown): TransportError {
  return new TransportError('incomplete', 'The connection ended in the middle of the answer.', {
    hint: 'What came before is kept. Try again.',
    ...(cause === undefined ? {} : { cause }),
  });
}
