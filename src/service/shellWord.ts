/** A text as one word of a POSIX shell, with nothing in it that the shell would read. */
export function shellWord(text: string): string {
  return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
