// A terminal takes these for keys, whatever quotes stand around them: Ctrl+C, Tab, or what ends a pasted text. The
// marks change how the line looks that somebody reads before it is run.
const TYPED = /[\p{Cf}\u2028\u2029\u0000-\u0009\u000b-\u001f\u007f-\u009f]/gu;

/** Whether a text has characters in it that a terminal takes for keys, or that change how it looks. */
export function isTyped(text: string): boolean {
  return text.search(TYPED) >= 0;
}

/**
 * A text as one word of a POSIX shell, with nothing in it that the shell or its terminal would read. What a terminal
 * takes for a key becomes U+FFFD: a shell has no way to write it that all know, so callers give such a text otherwise.
 */
export function shellWord(text: string): string {
  const safe = text.replace(TYPED, '\ufffd');
  return /^[\w./:=@%+-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}
