import { plainText } from '../../platform/plainText';

/** Characters of a name within a sentence. */
const SHORT = 60;

/** A name that fits into a sentence and shows what it is; of a long one the end, where the ending is. */
export function shortName(name: string): string {
  const characters = Array.from(plainText(name));
  return characters.length > SHORT ? `…${characters.slice(-SHORT).join('')}` : characters.join('');
}
