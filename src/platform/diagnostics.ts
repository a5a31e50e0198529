import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { plainText } from './plainText';

/** Who marks something, as the view of problems names it. */
export const SOURCE = 'Gemini API';

/** Marks what is wrong in documents, under this extension's name. */
export class ProblemMarks implements Disposable {
  readonly #collection: vscode.DiagnosticCollection;

  /** @param name tells these marks from others of the extension. */
  constructor(name: string) {
    this.#collection = vscode.languages.createDiagnosticCollection(name);
  }

  /** Marks problems in the place of what was marked in the document before. */
  set(document: vscode.TextDocument, problems: readonly TextProblem[]): void {
    const diagnostics = problems.map(({ message, offset, length }) => {
      const end = document.positionAt(offset + length);
      const range = new vscode.Range(document.positionAt(offset), end);
      const diagnostic = new vscode.Diagnostic(
        range,
        plainText(message),
        vscode.DiagnosticSeverity.Error,
      );
      diagnostic.source = SOURCE;
      return diagnostic;
    });
    this.#collection.set(document.uri, diagnostics);
  }

  clear(uri: vscode.Uri): void {
    this.#collection.delete(uri);
  }

  dispose(): void {
    this.#collection.dispose();
  }
}

/** Where in a text something is wrong, and what. Characters from the start. */
export interface TextProblem {
  readonly message: string;
  readonly offset: number;
  readonly length: number;
}
