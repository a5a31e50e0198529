/** What is wrong with a line of a user's file. */
export interface FileProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** Marks lines of files that users picked, in the view of problems. An interface: tests have their own. */
export interface FileProblems {
  /** Takes the place of what was marked in the file before. Gone once the file is changed. */
  set(uri: string, problems: readonly FileProblem[]): void;
  /** Opens the file, and the view of problems. */
  show(uri: string): Promise<void>;
}
