/**
 * Resolves the percent-encoded characters of a part of an address; it stays as it is where one of them is broken, such as in
 * `100%`.
 * @param decode is `decodeURI` for what has several parts, of which none may come to have another separator.
 */
export function percentDecoded(
  text: string,
  decode: (text: string) => string = decodeURIComponent,
): string {
  try {
    return decode(text);
  } catch (error) {
    // A percent sign that stands for itself.
    if (error instanceof URIError) return text;
    throw error;
  }
}
