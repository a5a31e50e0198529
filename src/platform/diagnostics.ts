import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { plainText } from './plainText';

export const SOURCE = 'Gemini API';

export class ProblemMarks implements Disposable {
  readonly #collection: vscode.DiagnosticCollection;

  /** @param name distinguishes these diagnostics from others of the extension. */
  constructor(name: string) {
    this.#collection = vscode.languages.createDiagnosticCollection(name);
  }

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

/** A problem with its range, as character offsets. */
export interface TextProblem {
  readonly message: string;
  readonly offset: number;
  readonly length: number;
}
