import * as vscode from 'vscode';
import { lazy, lazyFunctions } from '../../base/async';
import { DisposableStore } from '../../base/disposable';
import type { Lens } from './createLens';
import { isSource, type LensDeps } from './deps';
import { mayHaveMarks } from './mentions';

const COMMANDS = ['findModels', 'proveSuccessor', 'addKeyInCode'] as const;

/** Registers the marks of models in source code. Loads with the first open file that may have some, and reads no others. */
export function registerLens(deps: LensDeps): Lens {
  const disposables = new DisposableStore();
  const { workspace } = vscode;
  const load = lazy(async () => {
    const { createLens } = await import('./createLens');
    return disposables.add(createLens(deps));
  });
  const waiting = disposables.add(new DisposableStore());
  const check = (document: vscode.TextDocument, text = document.getText()): void => {
    if (!isSource(document) || !mayHaveMarks(text)) return;
    if (deps.settings.read('lens.models') === 'off') return;
    waiting.dispose();
    void load();
  };
  const checkAll = (): void => workspace.textDocuments.forEach((one) => check(one));
  waiting.add(workspace.onDidOpenTextDocument((document) => check(document)));
  waiting.add(
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      // The line too, because an ID is typed letter by letter.
      for (const { range, text } of contentChanges) {
        check(document, text + document.lineAt(range.start.line).text);
      }
    }),
  );
  waiting.add(deps.settings.onDidChange(checkAll));
  checkAll();
  return {
    handlers: lazyFunctions(COMMANDS, async () => (await load()).handlers),
    dispose: () => disposables.dispose(),
  };
}
