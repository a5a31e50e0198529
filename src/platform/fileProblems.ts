import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { SOURCE } from './diagnostics';
import { plainText } from './plainText';

/** What is wrong with a line of a user's file. */
export interface FileProblem {
  /** From 1. */
  readonly line: number;
  /** From 1, and characters from there on; the whole line where it is absent. No mark goes on in the next line. */
  readonly column?: number;
  readonly length?: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** Marks lines of files that users picked, in the view of problems. An interface: tests have their own. */
export interface FileProblems {
  /** Takes the place of what was marked in the file before. */
  set(uri: string, problems: readonly FileProblem[]): void;
  /** Opens the file, and the view of problems. */
  show(uri: string): Promise<void>;
}

// Columns; VS Code draws a mark no farther than the line goes.
const WHOLE_LINE = 10_000;

/**
 * Marks in VS Code's view of problems, under this extension's name. Those of a file are gone once it is changed, unless
 * whoever sets them looks at every change: then they move along with the text until that says otherwise.
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
  // A mark of nothing could not be seen.
  return new vscode.Range(line - 1, from, line - 1, from + Math.max(1, length));
}
