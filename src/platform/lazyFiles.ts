import * as vscode from 'vscode';
import { lazyFunctions } from '../base/async';
import type { Event } from '../base/event';

const CALLS = [
  'stat',
  'readFile',
  'readDirectory',
  'writeFile',
  'createDirectory',
  'delete',
  'rename',
] as const;

/** What a file system of ours does once it is asked for something. */
export type FileCalls = Pick<vscode.FileSystemProvider, (typeof CALLS)[number]>;

/** Registers a file system of the service's, which loads with the first file of it that somebody looks at. */
export function registerLazyFiles(
  scheme: string,
  onDidChangeFile: Event<vscode.FileChangeEvent[]>,
  load: () => Promise<FileCalls>,
): vscode.Disposable {
  // The service does not tell of changes; a refresh finds them.
  const watch = (): vscode.Disposable => new vscode.Disposable(() => undefined);
  const provider = { ...lazyFunctions(CALLS, load), onDidChangeFile, watch };
  return vscode.workspace.registerFileSystemProvider(scheme, provider, { isCaseSensitive: true });
}
