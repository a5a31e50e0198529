import type * as vscode from 'vscode';
import { plainText } from './plainText';

// Apart from `treeRows`, because the start needs these alone.

/** Sets a view's message. VS Code ignores undefined once the message was set. */
export function setViewMessage(view: vscode.TreeView<unknown>, message: string | undefined): void {
  view.message = message === undefined ? '' : plainText(message);
}

export function setViewDescription(view: vscode.TreeView<unknown>, text: string | undefined): void {
  view.description = text === undefined ? '' : plainText(text);
}
