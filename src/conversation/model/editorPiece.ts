import { fence } from '../../base/format';
import { integer, object, type Shaped, text } from '../../webview/shape';
import { MAX_PROMPT } from './conversation';

/** Lines of a document, from 1 to what VS Code numbers at most. */
const lineNumber = integer(1, 2 ** 31);

/** A place in a document of the user. */
export const editorPlace = object(
  { uri: text(8192) },
  /** Its first and its last line; absent for all of it. */
  { lines: object({ first: lineNumber, last: lineNumber }) },
);
export type EditorPlace = Shaped<typeof editorPlace>;

/** A piece of a document, as it stands in the editor. */
export const editorPiece = object(
  {
    uri: text(8192),
    /** Path within the workspace, or the name of a document without one. */
    path: text(8192),
    /** VS Code's id. */
    language: text(256),
    text: text(MAX_PROMPT),
  },
  { lines: object({ first: lineNumber, last: lineNumber }) },
);
export type EditorPiece = Shaped<typeof editorPiece>;

/** Where a piece is from: `src/twice.ts:1-3`. */
export function placeOf({ path, lines }: Pick<EditorPiece, 'path' | 'lines'>): string {
  if (!lines) return path;
  const { first, last } = lines;
  return last > first ? `${path}:${first}-${last}` : `${path}:${first}`;
}

/** A piece as a message has it: where it is from, and a block of code. */
export function fencedText(piece: Omit<EditorPiece, 'uri'>): string {
  return `${placeOf(piece)}\n${fence(piece.text, piece.language)}`;
}

/** What a message says behind the pieces that it begins with. */
export function behindPieces(message: string): string {
  let rest = message;
  for (;;) {
    const head = rest.indexOf('\n');
    if (head < 0 || !isPlace(rest.slice(0, head))) return rest;
    const below = rest.slice(head + 1);
    const [opening, marks] = /^(`{3,})[^`\n]*\n/.exec(below.slice(0, MAX_LINE)) ?? [];
    if (opening === undefined || marks === undefined) return rest;
    const end = `${below}\n`.indexOf(`\n${marks}\n`, opening.length - 1);
    if (end < 0) return rest;
    rest = below.slice(end + marks.length + 2).trimStart();
  }
}

/** A path and the numbers of its lines, in UTF-16 units. */
const MAX_LINE = 8300;

/** Whether a line looks like what `placeOf` makes: lines of a path, a path to a file, or the name of a document. */
function isPlace(line: string): boolean {
  if (line.length > MAX_LINE) return false;
  if (/:\d+(?:-\d+)?$/.test(line) || !/\s/.test(line)) return true;
  return /[\\/]/.test(line) && /\.\w+$/.test(line);
}
