import * as vscode from 'vscode';
import { lazy, lazyFunctions } from '../../base/async';
import { DisposableStore } from '../../base/disposable';
import type { Lens } from './createLens';
import { isSource, type LensDeps } from './deps';

const COMMANDS = ['findModels', 'proveSuccessor', 'addKeyInCode'] as const;

/** Registers the marks of models in source code. Loads with the first open source file, and reads no other files. */
export function registerLens(deps: LensDeps): Lens {
  const disposables = new DisposableStore();
  const { workspace } = vscode;
  const load = lazy(async () => {
    const { createLens } = await import('./createLens');
    return disposables.add(createLens(deps));
  });
  const open = (document: vscode.TextDocument): void => {
    if (isSource(document) && deps.settings.read('lens.models') !== 'off') void load();
  };
  const openAll = (): void => workspace.textDocuments.forEach(open);
  disposables.add(workspace.onDidOpenTextDocument(open));
  disposables.add(deps.settings.onDidChange(openAll));
  openAll();
  return {
    handlers: lazyFunctions(COMMANDS, async () => (await load()).handlers),
    dispose: () => disposables.dispose(),
  };
}
