import * as vscode from 'vscode';
import { parseDocument } from '../../catalog/documents';
import { commandId } from '../../catalog/commands';
import type { ResourceRef } from '../../catalog/ref';
import { codeLens } from '../../platform/textDocuments';
import { writability } from './writability';

/**
 * The line above a document: what can be changed in it, or why nothing can. A click does nothing there. Of what was
 * deleted it says so, and offers to restore it.
 */
export function documentLenses(
  uri: vscode.Uri,
  isDeleted: (ref: ResourceRef) => boolean,
): vscode.CodeLens[] {
  const subject = parseDocument(uri.path);
  if (!subject) return [];
  if (isDeleted(subject.ref)) {
    const restore = {
      title: vscode.l10n.t('Restore Deleted…'),
      command: commandId('restoreDeleted'),
    };
    return [
      codeLens({ icon: 'trash', title: vscode.l10n.t('This was deleted.'), command: '' }),
      codeLens({ icon: 'history', ...restore }),
    ];
  }
  const { isWritable, sentence } = writability(subject, vscode.l10n);
  return [codeLens({ icon: isWritable ? 'edit' : 'lock', title: sentence, command: '' })];
}
