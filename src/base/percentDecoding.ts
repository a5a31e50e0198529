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
