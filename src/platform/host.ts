import type * as vscode from 'vscode';
import { LazyDialogs } from './lazyDialogs';
import { LazyTextDocuments } from './lazyTextDocuments';
import { type Log, OutputLog } from './log';
import type { Prompts } from './prompts';
import { createReport, type FindFixes, type Report } from './report';
import { type System, vscodeSystem } from './system';
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

/**
 * VS Code as the rooms use it. `redact` takes the secrets out of every text for the log or for a message;
 * `fixesFor` knows the buttons under an error; `scheme` is that of texts which are made for reading.
 */
export function createHost(
  context: vscode.ExtensionContext,
  scheme: string,
  redact: (text: string) => string,
  fixesFor: FindFixes,
): Host {
  const log = new OutputLog('Generative Language', redact);
  context.subscriptions.push(log);
  const prompts = new LazyDialogs();
  const documents = new LazyTextDocuments(scheme);
  context.subscriptions.push(documents);
  const report = createReport(log, prompts, fixesFor, redact);
  const recentLog = (): readonly string[] => log.recent;
  const system = { ...vscodeSystem };
  return { context, log, recentLog, prompts, system, documents, report, redact };
}
