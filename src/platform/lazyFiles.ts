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

export type FileCalls = Pick<vscode.FileSystemProvider, (typeof CALLS)[number]>;

export function registerLazyFiles(
  scheme: string,
  onDidChangeFile: Event<vscode.FileChangeEvent[]>,
  load: () => Promise<FileCalls>,
): vscode.Disposable {
  // The API doesn't report changes; a refresh finds them.
  const watch = (): vscode.Disposable => new vscode.Disposable(() => undefined);
  const provider = { ...lazyFunctions(CALLS, load), onDidChangeFile, watch };
  return vscode.workspace.registerFileSystemProvider(scheme, provider, { isCaseSensitive: true });
}
