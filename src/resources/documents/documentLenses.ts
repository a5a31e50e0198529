import * as vscode from 'vscode';
import { parseDocument } from '../../catalog/documents';
import { writability } from './writability';

/** The line above a document: what can be changed in it, or why nothing can. A click does nothing. */
export function documentLenses(uri: vscode.Uri): vscode.CodeLens[] {
  const subject = parseDocument(uri.path);
  if (!subject) return [];
  const { isWritable, sentence } = writability(subject, vscode.l10n);
  const title = `$(${isWritable ? 'edit' : 'lock'}) ${sentence}`;
  return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command: '' })];
}
