import type { FileProblem, FileProblems } from '../../src/platform/diagnostics';

/** What was marked in files, by their address. */
export class FakeFileProblems implements FileProblems {
  readonly marked = new Map<string, readonly FileProblem[]>();
  readonly shown: string[] = [];

  set(uri: string, problems: readonly FileProblem[]): void {
    this.marked.set(uri, problems);
  }

  show(uri: string): Promise<void> {
    this.shown.push(uri);
    return Promise.resolve();
  }
}
