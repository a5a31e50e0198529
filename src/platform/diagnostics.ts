import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { plainText } from './plainText';

export const SOURCE = 'Gemini API';

export class ProblemMarks implements Disposable {
  readonly #collection: vscode.DiagnosticCollection;

  /** @param name distinguishes these diagnostics from others of the extension. */
  constructor(name: string) {
    this.#collection = vscode.languages.createDiagnosticCollection(name);
  }

  set(document: vscode.TextDocument, problems: readonly TextProblem[]): void {
    const diagnostics = problems.map(
      ({ message, offset, length, severity = 'Error', isDeprecated, code, link }) => {
        const end = document.positionAt(offset + length);
        const range = new vscode.Range(document.positionAt(offset), end);
        const level = vscode.DiagnosticSeverity[severity];
        const diagnostic = new vscode.Diagnostic(range, plainText(message), level);
        diagnostic.source = SOURCE;
        if (isDeprecated) diagnostic.tags = [vscode.DiagnosticTag.Deprecated];
        if (code !== undefined) {
          diagnostic.code =
            link === undefined ? code : { value: code, target: vscode.Uri.parse(link, true) };
        }
        return diagnostic;
      },
    );
    this.#collection.set(document.uri, diagnostics);
  }

  clear(uri: vscode.Uri): void {
    this.#collection.delete(uri);
  }

  dispose(): void {
    this.#collection.dispose();
  }
}

/** A problem with its range, as character offsets. */
export interface TextProblem {
  readonly message: string;
  readonly offset: number;
  readonly length: number;
  /** Default: `Error`. */
  readonly severity?: keyof typeof vscode.DiagnosticSeverity;
  readonly isDeprecated?: boolean;
  /** Never from untrusted data, like the web page that it links to. */
  readonly code?: string;
  readonly link?: string | undefined;
}

export interface FileProblem {
  /** Starts at 1. */
  readonly line: number;
  /** Starts at 1, with a length in characters on the same line; the complete line if undefined. */
  readonly column?: number;
  readonly length?: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** Diagnostics of user files. An interface, so that tests can replace it. */
export interface FileProblems {
  set(uri: string, problems: readonly FileProblem[]): void;
  show(uri: string): Promise<void>;
}

// In columns; VS Code clips ranges to the line.
const WHOLE_LINE = 10_000;

/**
 * Creates diagnostics in the Problems view. They disappear when the file changes,
 * unless the caller updates them on every change.
 */
export function vscodeFileProblems(
  name: string,
  { followsEdits = false } = {},
): FileProblems & Disposable {
  const disposables = new DisposableStore();
  const marks = disposables.add(vscode.languages.createDiagnosticCollection(name));
  disposables.add(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!followsEdits && contentChanges.length > 0) marks.delete(document.uri);
    }),
  );
  return {
    set(uri, problems) {
      const diagnostics = problems.map((problem) => {
        const { message, severity } = problem;
        const range = rangeOf(problem);
        const level = vscode.DiagnosticSeverity[severity === 'error' ? 'Error' : 'Warning'];
        const diagnostic = new vscode.Diagnostic(range, plainText(message), level);
        diagnostic.source = SOURCE;
        return diagnostic;
      });
      marks.set(vscode.Uri.parse(uri, true), diagnostics);
    },
    async show(uri) {
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(uri, true));
      await vscode.commands.executeCommand('workbench.actions.view.problems');
    },
    dispose: () => disposables.dispose(),
  };
}

function rangeOf({ line, column, length = WHOLE_LINE }: FileProblem): vscode.Range {
  const from = (column ?? 1) - 1;
  // An empty range would be invisible.
  return new vscode.Range(line - 1, from, line - 1, from + Math.max(1, length));
}
