/** A file or folder of the user, as VS Code hands it to a command: a part of its own `Uri`. */
export interface FileTarget {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}
