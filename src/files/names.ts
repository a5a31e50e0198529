import { maxLength } from '../api/schema/limits';
import { plainText } from '../platform/plainText';

const NAME_LIMIT = maxLength('File', 'displayName');

/** Maximum number of characters in a sentence. */
const SHORT = 60;

/** Shortens a name for a sentence. Keeps the end, which has the extension. */
export function shortName(name: string): string {
  const characters = Array.from(plainText(name));
  return characters.length > SHORT ? `…${characters.slice(-SHORT).join('')}` : characters.join('');
}

/** Returns a display name within the API's limit. Truncates the start, since the end has the extension. */
export function displayNameOf(name: string): string {
  const characters = Array.from(name.toWellFormed());
  return characters.length > NAME_LIMIT
    ? `…${characters.slice(1 - NAME_LIMIT).join('')}`
    : characters.join('');
}
