import { plainText } from './plainText';

// A separate file, because its users load later.

/** Escapes only links, images and HTML, so that Markdown source stays readable. */
export function escapeLine(text: string): string {
  return plainText(text).replace(/[[<]/g, '\\$&');
}
