import * as vscode from 'vscode';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import type { KindId } from '../../catalog/kinds';
import { unavailable } from '../../platform/textDocuments';
import { isGone as isResourceGone } from '../../service/isGone';

/** An error of reading a file, as VS Code expects it of a file system. */
export function readError(uri: vscode.Uri, kind: KindId, error: unknown): vscode.FileSystemError {
  return isGone(kind, error) ? vscode.FileSystemError.FileNotFound(uri) : fileError(error);
}

/** Any error as VS Code expects it of a file system: it shows what it says. */
export function fileError(error: unknown): vscode.FileSystemError {
  if (error instanceof vscode.FileSystemError) return error;
  if (CancelledError.is(error)) {
    return unavailable(vscode.l10n.t('The request was interrupted.'));
  }
  const hint = error instanceof AppError ? error.hint : undefined;
  const text = [errorMessage(error), hint].filter(Boolean).join(' ');
  return unavailable(text);
}

/** The resource, or the connection to where it was, is no more. */
export function isGone(kind: KindId, error: unknown): boolean {
  const isUnknown = error instanceof AppError && error.reason === 'unknownConnection';
  return isUnknown || isResourceGone(kind, error);
}
