import * as vscode from 'vscode';
import { lazy } from '../../../base/async';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/event';
import { PART_SCHEME } from '../../../catalog/ids';
import type { Panels } from '../panels';
import type { PartFiles } from './partFiles';

/** Lets VS Code open and save parts of the playground's settings as JSON. What they need loads with the first one. */
export function registerPartFiles(panels: () => Promise<Panels>): Disposable {
  const disposables = new DisposableStore();
  const changed = disposables.add(new Emitter<vscode.FileChangeEvent[]>());
  const files: () => Promise<PartFiles> = lazy(async () => {
    const [loaded, opened] = await Promise.all([import('./partFiles'), panels()]);
    return disposables.add(new loaded.PartFiles(opened, changed));
  });
  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).read(uri),
    writeFile: async (uri, content) => (await files()).write(uri, content),
    watch: () => new vscode.Disposable(() => undefined),
    readDirectory: refuse,
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  disposables.add(
    vscode.workspace.registerFileSystemProvider(PART_SCHEME, provider, { isCaseSensitive: true }),
  );
  return disposables;
}
