import { longestOf } from '../api/schema/limits';
import { plainText } from '../platform/plainText';

/** Characters of a display name that the service takes. */
const NAME_LIMIT = longestOf('File', 'displayName');

/** Characters of a name within a sentence. */
const SHORT = 60;

/** A name that fits into a sentence and shows what it is; of a long one the end, where the ending is. */
export function shortName(name: string): string {
  const characters = Array.from(plainText(name));
  return characters.length > SHORT ? `…${characters.slice(-SHORT).join('')}` : characters.join('');
}

/** A display name within the service’s limit; of a longer one the end, where the ending is. */
export function displayNameOf(name: string): string {
  const characters = Array.from(name.toWellFormed());
  return characters.length > NAME_LIMIT
    ? `…${characters.slice(1 - NAME_LIMIT).join('')}`
    : characters.join('');
}
