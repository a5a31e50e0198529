import type * as vscode from 'vscode';
import type { Host } from './host';
import { LazyDialogs } from './lazyDialogs';
import { LazyTextDocuments } from './lazyTextDocuments';
import { OutputLog } from './outputLog';
import { createReport, type FindFixes } from './report';
import { vscodeSystem } from './vscodeSystem';

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
