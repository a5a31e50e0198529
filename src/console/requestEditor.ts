import type { TextProblem } from '../platform/textProblem';

/** A request document in an editor. */
export interface OpenRequest {
  /** As VS Code names the document. */
  readonly uri: string;
  readonly text: string;
}

/** The editors that have requests. An interface: tests have their own. */
export interface RequestEditor {
  /** Opens a new, unsaved document. */
  open(text: string): Promise<void>;
  /** That of the active editor, or undefined where that has none. */
  active(): OpenRequest | undefined;
  /** Marks what is wrong in a document, in the place of what was marked before. */
  mark(uri: string, problems: readonly TextProblem[]): void;
}
