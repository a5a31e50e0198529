/** Whether a text is a MIME type without parameters, such as `text/plain`. */
export function isMimeType(text: string): boolean {
  return text.length <= 127 && /^[\w.+-]+\/[\w.+-]+$/.test(text);
}
