import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import type { Event } from '../base/event';
import { labelText, messageText, plainText } from './plainText';

/** A text to read, which may grow while it is shown. */
export interface LiveText {
  /** File name with an ending, from which VS Code takes the language. */
  readonly name: string;
  read(): string;
  /** The text is another one now. */
  readonly onDidChange?: Event<void>;
  /** What it is the text of: shown again, it takes the place of what was shown of that before. */
  readonly subject?: string;
  /** What can be done with it, as lines above it. */
  readonly actions?: readonly LensTexts[];
}

/** Shows texts that are made here and can only be read. An interface: tests have their own. */
export interface TextDocuments {
  /** Opens a text, beside the active editor where that is wanted, and without taking the focus from it. */
  show(text: LiveText, options?: { readonly beside?: boolean }): Promise<void>;
  /** Opens two texts as a comparison. */
  compare(left: LiveText, right: LiveText, title: string): Promise<void>;
  /** Opens a comparison with a document that can be edited there, by its address. */
  compareWith(left: LiveText, document: string, title: string): Promise<void>;
}

/** A line above a line of a document. */
export interface LensTexts {
  /** Codicon id; never from elsewhere. */
  readonly icon?: string;
  readonly title: string;
  readonly tooltip?: string;
  /** Empty where a click does nothing. */
  readonly command: string;
  readonly arguments?: readonly unknown[];
  /** Counted from 0; the first where absent. */
  readonly line?: number;
}

/** What stands above a line of a document. VS Code draws icons in its title: only its own one is one. */
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

/** What VS Code says of a file of ours in a notification, where it would make links of the text. */
export function unavailable(text: string): vscode.FileSystemError {
  return vscode.FileSystemError.Unavailable(messageText(text));
}

/** The same where nothing has the address. */
export function fileNotFound(text: string): vscode.FileSystemError {
  return vscode.FileSystemError.FileNotFound(messageText(text));
}

/** Any error as VS Code expects it of a file system: it shows what it says. */
export function fileError(error: unknown): vscode.FileSystemError {
  if (error instanceof vscode.FileSystemError) return error;
  if (CancelledError.is(error)) {
    return unavailable(l10n.t('The request was canceled. Try again.'));
  }
  const hint = error instanceof AppError ? error.hint : undefined;
  const text = [errorMessage(error), hint].filter(Boolean).join(' ');
  return unavailable(text);
}
