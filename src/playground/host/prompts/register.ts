import * as vscode from 'vscode';
import { lazy } from '../../../base/async';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import type { TextProblem } from '../../../platform/diagnostics';

/** Prompt files in editors, as the commands on them need them. */
export interface PromptFileEditors extends Disposable {
  /** What stands above them is another. */
  refresh(): void;
  /** Marks what is wrong in one, in the place of what was marked there before. */
  mark(uri: string, problems: readonly TextProblem[]): void;
}

/** Prompt files in editors: their CodeLens. What it shows loads with the first such file. */
export function registerPromptFiles(): PromptFileEditors {
  const disposables = new DisposableStore();
  const changed = disposables.add(new vscode.EventEmitter<void>());
  const load = lazy(async () => {
    const { PromptEditors } = await import('./promptEditors');
    return disposables.add(new PromptEditors(() => changed.fire()));
  });
  disposables.add(
    vscode.languages.registerCodeLensProvider(
      { pattern: '**/*.prompt.json' },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses: async ({ uri }) => await (await load()).lenses(uri),
      },
    ),
  );
  return {
    refresh: () => changed.fire(),
    mark: (uri, problems) => void load().then((editors) => editors.mark(uri, problems)),
    dispose: () => disposables.dispose(),
  };
}
