import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { rangeOf } from './fixes';
import { scanWorkspace } from './workspaceMarks';
import type { LensContext } from '../mark';

/** Shows a preview of replacing a model in all files of the workspace. Throws `CancelledError`. */
export async function replaceEverywhere(
  model: string,
  successor: string,
  context: LensContext,
): Promise<void> {
  const files = await scanWorkspace(context);
  const edit = new vscode.WorkspaceEdit();
  const label = l10n.t('Replace {0} with {1}', model, successor);
  for (const { uri, marks } of files) {
    const own = marks.filter(({ id, route }) => id === model && route === 'gemini');
    if (own.length === 0) continue;
    const document = await vscode.workspace.openTextDocument(uri);
    for (const mark of own) {
      const range = rangeOf(document, mark);
      edit.replace(uri, range, successor, { label, needsConfirmation: true });
    }
  }
  if (edit.size > 0) await vscode.workspace.applyEdit(edit, { isRefactoring: true });
}
