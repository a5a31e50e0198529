import * as vscode from 'vscode';
import type { FileTarget } from '../../../base/fileTarget';

/** The address of the file that was clicked, else of that in the active editor. */
export function activeFile(clicked: FileTarget | undefined): string | undefined {
  const uri = clicked ? vscode.Uri.from(clicked) : vscode.window.activeTextEditor?.document.uri;
  return uri?.toString();
}
