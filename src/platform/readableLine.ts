import { plainText } from './plainText';

// A file of its own, as the texts that need it load later than the other ones.

/**
 * A text for a line of Markdown that is read as it is written: only what could become a link, a picture or HTML is
 * marked.
 */
export function readableLine(text: string): string {
  return plainText(text).replace(/[[<]/g, '\\$&');
}
