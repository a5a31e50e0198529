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
