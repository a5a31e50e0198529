import * as vscode from 'vscode';
import { AppError } from '../../../base/errors';
import type { FileTarget } from '../../../base/fileTarget';
import { plainText } from '../../../platform/plainText';
import type { Prompts } from '../../../platform/prompts';
import type { Attachments } from '../attachments/attachments';

const { l10n } = vscode;

/**
 * Attaches files of the user: with what their editors show, where that is text which is not saved yet. Of other
 * editors with unsaved changes only the file can be read; that is told. Throws `AppError` for what can't be
 * attached.
 */
export function attachFiles(
  files: readonly FileTarget[],
  attachments: Pick<Attachments, 'attachUris' | 'attachData'>,
  prompts: Pick<Prompts, 'notify'>,
): void {
  const uris = files.map((file) => vscode.Uri.from(file));
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uris.some((other) => isSame(other, uri)),
  );
  const saved = uris.filter((uri) => !unsaved.some((document) => isSame(document.uri, uri)));
  attachments.attachUris(saved.map((uri) => uri.toString()));
  for (const document of unsaved) {
    const text = document.getText();
    if (text === '') throw new AppError('emptyFile', l10n.t('This file is empty.'));
    const data = Buffer.from(text).toString('base64');
    attachments.attachData({ name: nameOf(document.uri), mimeType: 'text/plain', data });
  }
  const changed = saved.filter(isChanged).map(nameOf);
  if (changed.length === 0) return;
  void prompts.notify(
    'info',
    l10n.t(
      'The saved version is attached, without the changes in its editor: {0}.',
      changed.map(plainText).join(', '),
    ),
  );
}

/** Whether an editor of any kind has changes of it that are not saved. */
function isChanged(file: vscode.Uri): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ isDirty, input }) => {
      const { uri } = (input ?? {}) as { readonly uri?: unknown };
      return isDirty && uri instanceof vscode.Uri && isSame(uri, file);
    }),
  );
}

function isSame(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.toString() === other.toString();
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
