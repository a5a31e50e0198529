import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { FileProblems } from './fileProblems';
import { plainText } from './plainText';

// Columns; VS Code draws a mark no farther than the line goes.
const WHOLE_LINE = 10_000;

/** Marks in VS Code's view of problems, under this extension's name. */
export function vscodeFileProblems(name: string): FileProblems & Disposable {
  const disposables = new DisposableStore();
  const marks = disposables.add(vscode.languages.createDiagnosticCollection(name));
  disposables.add(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) marks.delete(document.uri);
    }),
  );
  return {
    set(uri, problems) {
      const diagnostics = problems.map(({ line, message, severity }) => {
        const range = new vscode.Range(line - 1, 0, line - 1, WHOLE_LINE);
        const level = vscode.DiagnosticSeverity[severity === 'error' ? 'Error' : 'Warning'];
        const diagnostic = new vscode.Diagnostic(range, plainText(message), level);
        diagnostic.source = 'Generative Language';
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
