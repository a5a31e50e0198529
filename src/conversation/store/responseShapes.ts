import type { Message } from '../../api/schema/infer';
import { messages } from '../../api/schema/messages';
import { AppError, errorMessage } from '../../base/errors';
import { isObject } from '../../base/json';
import { integer, list, object, type Shape, ShapeError, text } from '../../webview/shape';

export const MAX_ITEMS = 1_000_000;

/**
 * Accepts any object unchanged, including unknown fields, because parts must be sent back exactly as
 * received.
 */
export function unchangedShape<T>(): Shape<T> {
  return {
    parse(value, path = '') {
      if (!isObject(value)) {
        throw new ShapeError(path, 'an object');
      }
      return value as T;
    },
  };
}

const contentShape = object({}, { parts: list(unchangedShape(), MAX_ITEMS), role: text(64) });

export const contentAsSent: Shape<Message<'Content'>> = {
  parse(value, path = '') {
    contentShape.parse(value, path);
    return value as Message<'Content'>;
  },
};

export const ratingsAsSent: Shape<readonly Message<'SafetyRating'>[]> = list(
  unchangedShape(),
  MAX_ITEMS,
);
export const usageAsSent: Shape<Message<'GenerateContentResponse.UsageMetadata'>> =
  unchangedShape();

type Piece = Message<'GenerateContentResponse'>;

const WORD = text(10_000);
const MESSAGE = text(1_000_000);

const pieceShape = object(
  {},
  {
    candidates: list(
      object(
        {},
        {
          index: integer(0, 1000),
          content: contentAsSent,
          finishReason: WORD,
          finishMessage: MESSAGE,
          safetyRatings: ratingsAsSent,
        },
      ),
      MAX_ITEMS,
    ),
    promptFeedback: object({}, { blockReason: WORD, safetyRatings: ratingsAsSent }),
    usageMetadata: usageAsSent,
  },
);

/**
 * Validates a stream chunk. Drops `null` fields, which some gateways add. Throws `AppError`
 * (`badAnswer`) for other shapes, because the saved file would be unreadable.
 */
export function readPiece(piece: unknown): Piece {
  const cleaned = withoutNulls(piece);
  try {
    pieceShape.parse(cleaned);
  } catch (error) {
    throw new AppError('badAnswer', `The API sent an invalid response: ${errorMessage(error)}.`, {
      hint: 'A gateway or proxy may have changed the response. Check the endpoint.',
      cause: error,
    });
  }
  return cleaned as Piece;
}

/** Removes nulls from the chunk, its candidates, their contents, and known fields of parts. */
function withoutNulls(value: unknown, name = ''): unknown {
  if (name === 'candidates' && Array.isArray(value)) return value.map((item) => withoutNulls(item));
  if (name === 'parts' && Array.isArray(value)) return value.map(readPart).filter(isNotEmpty);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([field, inner]) => [field, NESTED.has(field) ? withoutNulls(inner, field) : inner]),
  );
}

const NESTED: ReadonlySet<string> = new Set(['candidates', 'content', 'parts', 'promptFeedback']);

/** Unknown fields of a part are unchanged, because it is sent back. */
function readPart(part: unknown): unknown {
  if (!isObject(part) || !Object.values(part).includes(null)) return part;
  const known = messages.Part.fields;
  const kept = Object.entries(part).filter(
    ([name, field]) => field !== null || !Object.hasOwn(known, name),
  );
  return Object.fromEntries(kept);
}

function isNotEmpty(part: unknown): boolean {
  return !isObject(part) || Object.keys(part).length > 0;
}
