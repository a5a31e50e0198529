/** From this many UTF-16 units on a text's size is told. */
export const LARGE_TEXT = 100_000;
/** What the service's models average on English text. */
const CHARACTERS_PER_TOKEN = 4;

/** Length of a text in UTF-8, in bytes, without encoding it. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    // A surrogate pair is four bytes: two units that count two each.
    bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

/** A guess at the tokens of a text of that length, with no more digits than a guess deserves. */
export function estimateTokens(length: number): number {
  const tokens = length / CHARACTERS_PER_TOKEN;
  if (tokens < 100) return Math.ceil(tokens);
  const unit = 10 ** (Math.floor(Math.log10(tokens)) - 1);
  return Math.round(tokens / unit) * unit;
}
