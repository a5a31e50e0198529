import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { commandId } from '../catalog/commands';
import { codeLens } from '../platform/textDocuments';
import { ProblemMarks, type TextProblem } from '../platform/diagnostics';
import type { Connection } from '../service/connection';
import { isRequestDocument } from './openRequests';
import { requestLenses } from './requestLenses';

export interface OpenRequest {
  readonly uri: string;
  readonly text: string;
}

export interface RequestEditor {
  open(text: string): Promise<void>;
  active(): OpenRequest | undefined;
  mark(uri: string, problems: readonly TextProblem[]): void;
}

/** Request files in VS Code's editors, saved or not. */
export class VscodeRequestEditor implements RequestEditor, Disposable {
  readonly #disposables = new DisposableStore();
  readonly #problems = this.#disposables.add(new ProblemMarks('generativeLanguage.request'));

  constructor() {
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#problems.clear(uri)),
    );
  }

  async open(text: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: text });
    await vscode.window.showTextDocument(document);
  }

  active(): OpenRequest | undefined {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !isRequestDocument(document)) return undefined;
    return { uri: document.uri.toString(), text: document.getText() };
  }

  mark(uri: string, problems: readonly TextProblem[]): void {
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri);
    if (document) this.#problems.set(document, problems);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

export function requestCodeLenses(connection: Connection | undefined): vscode.CodeLens[] {
  const lenses = requestLenses(connection, process.platform === 'darwin');
  return lenses.map(({ command, ...lens }) => codeLens({ ...lens, command: commandId(command) }));
}
