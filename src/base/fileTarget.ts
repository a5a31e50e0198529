/** A user's file or folder, as VS Code passes it to a command: a subset of `Uri`. */
export interface FileTarget {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}
