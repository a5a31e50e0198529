import { fence } from '../../../base/fence';

/** A piece of a file, as it stands in the editor. */
export interface EditorPiece {
  /** Path within the workspace, or the name of a document without one. */
  readonly path: string;
  /** Numbers of its first and its last line, from 1; absent for all of it. */
  readonly lines?: readonly [first: number, last: number];
  /** VS Code's id. */
  readonly language: string;
  readonly text: string;
}

/** A piece of a file as a message has it: where it is from, and a block of code. */
export function fencedText({ path, lines, language, text }: EditorPiece): string {
  const place = lines ? `${path}:${lines[0]}${lines[1] > lines[0] ? `-${lines[1]}` : ''}` : path;
  return `${place}\n${fence(text, language)}\n`;
}
