import * as vscode from 'vscode';
import { ROWS_TYPE } from './rowsType';

/** Lets rows that are dropped into a text, with Shift as VS Code has it, become text there. */
export function insertRows(): vscode.Disposable {
  const kind = vscode.DocumentDropOrPasteEditKind.Text.append('generativeLanguage');
  // With a pattern it goes before VS Code's own, which would insert what the rows open.
  return vscode.languages.registerDocumentDropEditProvider(
    { pattern: '**' },
    {
      async provideDocumentDropEdits(_document, _position, transfer) {
        const text = await transfer.get(ROWS_TYPE)?.asString();
        if (text === undefined) return undefined;
        const title = vscode.l10n.t('Insert Address');
        return new vscode.DocumentDropEdit(text, title, kind);
      },
    },
    { dropMimeTypes: [ROWS_TYPE], providedDropEditKinds: [kind] },
  );
}
