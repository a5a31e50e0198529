import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import type { Event } from '../base/event';
import { labelText, messageText, plainText } from './plainText';

export interface LiveText {
  readonly name: string;
  read(): string;
  readonly onDidChange?: Event<void>;
  /** Identifies the subject; a newer text of the same subject replaces the old one. */
  readonly subject?: string;
  readonly actions?: readonly LensTexts[];
}

/** Shows generated read-only texts. An interface, so that tests can replace it. */
export interface TextDocuments {
  show(text: LiveText, options?: { readonly beside?: boolean }): Promise<void>;
  compare(left: LiveText, right: LiveText, title: string): Promise<void>;
  compareWith(left: LiveText, document: string, title: string): Promise<void>;
}

export interface LensTexts {
  /** Codicon id; never from untrusted data. */
  readonly icon?: string;
  readonly title: string;
  readonly tooltip?: string;
  /** Empty if not clickable. */
  readonly command: string;
  readonly arguments?: readonly unknown[];
  /** Starts at 0; the first line by default. */
  readonly line?: number;
}

/** Creates a code lens. Escapes the title, in which VS Code draws icons. */
export function codeLens(texts: LensTexts): vscode.CodeLens {
  const { icon, title, tooltip, command, line = 0 } = texts;
  const text = labelText(title);
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
    command,
    title: icon === undefined ? text : `$(${icon}) ${text}`,
    ...(tooltip !== undefined && { tooltip: plainText(tooltip) }),
    ...(texts.arguments && { arguments: [...texts.arguments] }),
  });
}

/** Returns a file system error with escaped text, as VS Code would render links in it. */
export function unavailable(text: string): vscode.FileSystemError {
  return vscode.FileSystemError.Unavailable(messageText(text));
}

export function fileNotFound(text: string): vscode.FileSystemError {
  return vscode.FileSystemError.FileNotFound(messageText(text));
}

export function fileError(error: unknown): vscode.FileSystemError {
  if (error instanceof vscode.FileSystemError) return error;
  if (CancelledError.is(error)) {
    return unavailable(l10n.t('The request was canceled. Try again.'));
  }
  const hint = error instanceof AppError ? error.hint : undefined;
  const text = [errorMessage(error), hint].filter(Boolean).join(' ');
  return unavailable(text);
}

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
