/**
 * Decodes percent-encoding in a URL component. Returns the text unchanged if invalid, such as `100%`.
 * @param decode use `decodeURI` for multi-segment paths, which must not gain separators
 */

export function decodePercent(
  text: string,
  decode: (text: string) => string = decodeURIComponent,
): string {
  try {
    return decode(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** Joins base64 chunks into one base64 string. Undefined if a chunk isn't base64. */
export function joinBase64(pieces: readonly string[]): string | undefined {
  // Fast path: chunks without padding can be concatenated without decoding megabytes.
  if (pieces.slice(0, -1).every((piece) => piece.length % 4 === 0 && !piece.endsWith('='))) {
    return pieces.join('');
  }
  try {
    return btoa(pieces.map((piece) => atob(piece)).join(''));
  } catch {
    return undefined;
  }
}
