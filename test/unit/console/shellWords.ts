/**
 * The words of a command as a POSIX shell reads them (IEEE 1003.1, section 2.2), for what our commands have:
 * quotes, escapes, continued lines and `|`. Variables stay as they are written.
 */
export function shellWords(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < command.length;) {
    const character = command[at] ?? '';
    if (character === "'") {
      const end = command.indexOf("'", at + 1);
      if (end === -1) throw new Error('A quote is open.');
      word = (word ?? '') + command.slice(at + 1, end);
      at = end + 1;
    } else if (character === '"') {
      const end = command.indexOf('"', at + 1);
      const inner = command.slice(at + 1, end);
      if (end === -1 || /[`\\]/.test(inner)) throw new Error('Not known here.');
      word = (word ?? '') + inner;
      at = end + 1;
    } else if (character === '\\') {
      // Before the end of a line it is nothing.
      if (command[at + 1] !== '\n') word = (word ?? '') + (command[at + 1] ?? '');
      at += 2;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
    } else {
      if (/[$`;&<>()*?[\]~#!]/.test(character)) throw new Error(`The shell reads ${character}.`);
      word = (word ?? '') + character;
      at += 1;
    }
  }
  return word === undefined ? words : [...words, word];
}

/** What `printf` writes, for the formats that our commands have. */
export function printf(format: string, ...values: readonly string[]): string {
  let next = 0;
  return format
    .replaceAll('\\r', '\r')
    .replaceAll('\\n', '\n')
    .replaceAll('%s', () => values[next++] ?? '');
}
