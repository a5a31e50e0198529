import type { Message } from '../../api/schema/infer';
import { messages } from '../../api/schema/messages';
import { AppError, errorMessage } from '../../base/errors';
import { isObject } from '../../base/json';
import { integer, list, object, type Shape, ShapeError, text } from '../../webview/shape';

/** As many items as anyone sends. */
export const MANY = 1_000_000;

/**
 * JSON as the service sent it: its unknown fields stay, because parts go back to the service exactly as
 * they came. Only that it is an object is checked here.
 */
export function asSent<T>(): Shape<T> {
  return {
    parse(value, path = '') {
      if (!isObject(value)) {
        throw new ShapeError(path, 'an object');
      }
      return value as T;
    },
  };
}

const contentShape = object({}, { parts: list(asSent(), MANY), role: text(64) });

/** A turn's content with its parts as they came. */
export const contentAsSent: Shape<Message<'Content'>> = {
  parse(value, path = '') {
    contentShape.parse(value, path);
    return value as Message<'Content'>;
  },
};

export const ratingsAsSent: Shape<readonly Message<'SafetyRating'>[]> = list(asSent(), MANY);
export const usageAsSent: Shape<Message<'GenerateContentResponse.UsageMetadata'>> = asSent();

type Piece = Message<'GenerateContentResponse'>;

const WORD = text(10_000);
const MESSAGE = text(1_000_000);

/** What is kept of a piece must have this shape; what else is in it is not looked at. */
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
      MANY,
    ),
    promptFeedback: object({}, { blockReason: WORD, safetyRatings: ratingsAsSent }),
    usageMetadata: usageAsSent,
  },
);

/**
 * A piece of a stream as it can be kept. Gateways write `null` for what the service leaves out; such
 * fields are dropped. Throws `AppError` (`badAnswer`) for what is no answer: kept, it would make a file
 * that can't be read again.
 */
export function readPiece(piece: unknown): Piece {
  const cleaned = withoutNulls(piece);
  try {
    pieceShape.parse(cleaned);
  } catch (error) {
    throw new AppError(
      'badAnswer',
      `The service sent something that is not an answer: ${errorMessage(error)}.`,
      { hint: 'A gateway or proxy may have changed it. Check the endpoint.', cause: error },
    );
  }
  return cleaned as Piece;
}

/** Of the piece, its candidates and their contents; of parts only the fields that the service has. */
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

/** Its unknown fields stay whatever they hold: the part goes back as it came. */
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
