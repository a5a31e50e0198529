import { fence } from '../base/format';

/** A piece of a file, as it stands in the editor. */
export interface EditorPiece {
  /** Path within the workspace, or the name of a document without one. */
  readonly path: string;
  /** Address of its document, so that it is found again. */
  readonly uri: string;
  /** Numbers of its first and its last line, from 1; absent for all of it. */
  readonly lines?: readonly [first: number, last: number];
  /** VS Code's id. */
  readonly language: string;
  readonly text: string;
}

/** Where a piece is from: `src/twice.ts:1-3`. */
export function placeOf({ path, lines }: Pick<EditorPiece, 'path' | 'lines'>): string {
  if (!lines) return path;
  const [first, last] = lines;
  return last > first ? `${path}:${first}-${last}` : `${path}:${first}`;
}

/** A piece as a message has it: where it is from, and a block of code. */
export function fencedText(piece: Omit<EditorPiece, 'uri'>): string {
  return `${placeOf(piece)}\n${fence(piece.text, piece.language)}`;
}
