import type * as vscode from 'vscode';
import type { Log } from './log';
import type { Prompts } from './prompts';
import type { Report } from './report';
import type { System } from './system';
import type { TextDocuments } from './textDocuments';

/** What every host room needs of VS Code, built once by the composition root. */
export interface Host {
  readonly context: vscode.ExtensionContext;
  readonly log: Log;
  /** The last lines of the log, oldest first, from `info` on. */
  readonly recentLog: () => readonly string[];
  readonly prompts: Prompts;
  readonly system: System;
  readonly documents: TextDocuments;
  /** The one boundary: log, message, buttons that fix it. Cancellation is not shown. */
  readonly report: Report;
  /** Takes every secret that this window has used out of a text. */
  readonly redact: (text: string) => string;
}
