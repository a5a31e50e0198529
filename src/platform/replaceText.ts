import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError } from '../base/errors';

/**
 * Replaces a document's text as one edit that can be undone. Throws `AppError` (`notApplied`) if VS Code rejects the
 * edit, because the file has just changed on disk.
 */
export async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  if (await vscode.workspace.applyEdit(edit)) return;
  const name = vscode.workspace.asRelativePath(document.uri);
  throw new AppError('notApplied', l10n.t('{0} changed on disk and wasn’t edited.', name), {
    hint: l10n.t('Try again.'),
  });
}
