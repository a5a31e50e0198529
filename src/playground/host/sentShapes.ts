import { isObject } from '../../base/json';
import type { Message } from '../../api/schema/infer';
import { list, object, ShapeError, text, type Shape } from '../../webview/shape';

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

const known = object({}, { parts: list(asSent(), MANY), role: text(64) });

/** A turn's content with its parts as they came. */
export const contentAsSent: Shape<Message<'Content'>> = {
  parse(value, path = '') {
    known.parse(value, path);
    return value as Message<'Content'>;
  },
};

export const ratingsAsSent: Shape<readonly Message<'SafetyRating'>[]> = list(asSent(), MANY);
export const usageAsSent: Shape<Message<'GenerateContentResponse.UsageMetadata'>> = asSent();
