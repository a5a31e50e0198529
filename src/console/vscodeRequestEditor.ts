import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { distinct } from '../base/event';
import { contextKey } from '../catalog/ids';
import { ProblemMarks } from '../platform/problemMarks';
import type { TextProblem } from '../platform/textProblem';
import type { OpenRequest, RequestEditor } from './requestEditor';
import { looksLikeRequest } from './requestSchema';

/** Request documents in VS Code's own editors, saved or not. */
export class VscodeRequestEditor implements RequestEditor, Disposable {
  readonly #disposables = new DisposableStore();
  readonly #problems = this.#disposables.add(new ProblemMarks('generativeLanguage.request'));

  constructor() {
    const update = distinct(hasActiveRequest, tellIsRequest);
    const updateFor = (document: vscode.TextDocument): void => {
      if (document === vscode.window.activeTextEditor?.document) update();
    };
    this.#disposables.add(vscode.window.onDidChangeActiveTextEditor(update));
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => updateFor(document)),
    );
    // One that gets another language is opened again.
    this.#disposables.add(vscode.workspace.onDidOpenTextDocument(updateFor));
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#problems.clear(uri)),
    );
    update();
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

function hasActiveRequest(): boolean {
  const document = vscode.window.activeTextEditor?.document;
  return document !== undefined && isRequestDocument(document);
}

function tellIsRequest(isRequest: boolean): void {
  void vscode.commands.executeCommand('setContext', contextKey('isRequest'), isRequest);
}

/** Only the beginning is looked at: this is asked with every change of every JSON document. */
export function isRequestDocument(document: vscode.TextDocument): boolean {
  if (document.languageId !== 'json' && document.languageId !== 'jsonc') return false;
  const start = new vscode.Range(0, 0, Math.min(10, document.lineCount), 0);
  return looksLikeRequest(document.getText(start));
}
