import * as vscode from 'vscode';
import { AppError } from '../base/errors';

/** A menu was answered while its rows were drawn anew. Nothing may happen to another row then. */
export function lostRow(): AppError {
  return new AppError('lostRow', vscode.l10n.t('The list changed at that moment.'), {
    hint: vscode.l10n.t('Nothing was done. Choose it again.'),
  });
}
