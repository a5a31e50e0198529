import * as vscode from 'vscode';
import { AppError } from '../../../base/errors';
import { plainText } from '../../../platform/plainText';
import type { TextDocuments } from '../../../platform/textDocuments';
import type { TextEditors } from './textEditors';

const { l10n } = vscode;

/** What a panel does with the last text editor of the user. Each throws `AppError` where there is none. */
export interface IntoEditor {
  /** Puts a text in place of what is selected there, and shows it. */
  readonly insert: (text: string) => Promise<void>;
  /** Shows what is selected there, or all of it where nothing is, beside a text. */
  readonly compare: (text: string) => Promise<void>;
}

export function intoEditor(
  editors: Pick<TextEditors, 'last'>,
  documents: Pick<TextDocuments, 'compare'>,
): IntoEditor {
  const require = (): vscode.TextEditor => {
    if (editors.last) return editors.last;
    throw new AppError('noEditor', l10n.t('No file is open in an editor.'), {
      hint: l10n.t('Open one, put the cursor where you want it, and try again.'),
    });
  };
  return {
    async insert(text) {
      const { document, viewColumn } = require();
      // Its tab may be hidden, or closed; VS Code then brings the selection back with it.
      const again = document.isClosed
        ? await vscode.workspace.openTextDocument(document.uri)
        : document;
      const place = viewColumn === undefined ? {} : { viewColumn };
      const shown = await vscode.window.showTextDocument(again, { ...place, preview: false });
      const { version } = shown.document;
      await shown.edit((builder) => {
        for (const selection of shown.selections) builder.replace(selection, text);
      });
      // The answer is yes also where the editor is open for reading only.
      if (shown.document.version !== version) return;
      const name = plainText(nameOf(document));
      throw new AppError('notInserted', l10n.t('Nothing could be inserted into {0}.', name), {
        hint: l10n.t('It may be open for reading only.'),
      });
    },
    async compare(text) {
      const { document, selection } = require();
      const name = plainText(nameOf(document));
      const before = document.getText(selection.isEmpty ? undefined : selection);
      const title = selection.isEmpty
        ? l10n.t('{0} ↔ Answer', name)
        : l10n.t('Selection of {0} ↔ Answer', name);
      await documents.compare({ name, read: () => before }, { name, read: () => text }, title);
    },
  };
}

function nameOf({ uri }: vscode.TextDocument): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
