import { entityDecoder } from './entityDecoder';

/**
 * By the list that the browser has. In the page it takes the place of a list in the parser of Markdown, which would be a
 * seventh of the page.
 */
export const decodeHTMLStrict = entityDecoder(
  (html) => new DOMParser().parseFromString(html, 'text/html').body.textContent,
);
