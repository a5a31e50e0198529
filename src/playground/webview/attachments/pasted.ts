/** Of the clipboard, what says whether its text or its files were meant. */
interface Clipboard {
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * Whether the files of a clipboard are meant. Spreadsheets and word processors put a picture of their
 * text beside it: there the text is meant. File managers put the names of files beside them.
 */
export function meansFiles({ text, names }: Clipboard): boolean {
  if (names.length === 0) return false;
  const written = text.trim();
  if (written === '') return true;
  const lines = written.split(/\r?\n/).map((line) => line.trim());
  return lines.every((line) => names.some((name) => line === name || line.endsWith(`/${name}`)));
}
