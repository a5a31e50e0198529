import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';

/** Remembers the text editor that had the focus last: a panel takes it away. */
export class TextEditors implements Disposable {
  #last: vscode.TextEditor | undefined;
  readonly #subscription: Disposable;

  constructor() {
    this.#note(vscode.window.activeTextEditor);
    this.#subscription = vscode.window.onDidChangeActiveTextEditor((editor) => this.#note(editor));
  }

  get last(): vscode.TextEditor | undefined {
    return this.#last ?? vscode.window.visibleTextEditors.find(isOfUser);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #note(editor: vscode.TextEditor | undefined): void {
    if (editor && isOfUser(editor)) this.#last = editor;
  }
}

/** The log is an editor to VS Code too. */
function isOfUser({ document }: vscode.TextEditor): boolean {
  return document.uri.scheme !== 'output';
}
