import { isObject, items } from '../../../base/json';
import type { JsonObject } from '../../../api/schema/row';
import { AppError } from '../../../base/errors';

/**
 * The vectors of an answer to one text or to several, of current and of legacy models. Throws `AppError`
 * (`badAnswer`) for anything else: kept, it would make a file that can't be read again.
 */
export function readVectors({ embedding, embeddings }: JsonObject): readonly (readonly number[])[] {
  const found = embedding === undefined ? items(embeddings) : [embedding];
  return found.map((entry) => {
    const vector = isObject(entry) ? items(entry.values ?? entry.value) : [];
    if (vector.length === 0 || !vector.every((value) => Number.isFinite(value))) {
      throw new AppError('badAnswer', 'The service sent something that is not a vector.', {
        hint: 'A gateway or proxy may have changed it. Check the endpoint.',
      });
    }
    return vector as readonly number[];
  });
}
