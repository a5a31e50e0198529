import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { ANSWER_SCHEME } from '../../../catalog/ids';

/** Remembers the text editor that had the focus last: a panel takes it away. */
export class TextEditors implements Disposable {
  #last: vscode.TextEditor | undefined;
  readonly #subscription: Disposable;

  constructor() {
    this.#note(vscode.window.activeTextEditor);
    this.#subscription = vscode.window.onDidChangeActiveTextEditor((editor) => this.#note(editor));
  }

  get last(): vscode.TextEditor | undefined {
    if (this.#last && !this.#last.document.isClosed) return this.#last;
    return vscode.window.visibleTextEditors.find(isOfUser) ?? this.#last;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #note(editor: vscode.TextEditor | undefined): void {
    if (editor && isOfUser(editor)) this.#last = editor;
  }
}

/** The log is an editor to VS Code too, and so is each half of a comparison with an answer. */
function isOfUser({ document }: vscode.TextEditor): boolean {
  return !['output', ANSWER_SCHEME].includes(document.uri.scheme);
}
