import * as vscode from 'vscode';
import { lazy } from '../../base/async';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { commandId, PLAYGROUND_COMMANDS, type PlaygroundCommand } from '../../catalog/commands';
import { COMPARE_PANEL, PLAYGROUND_PANEL } from '../../catalog/ids';
import type { Activity } from '../../platform/activity';
import type { Host } from '../../platform/host';
import type { Uploads } from '../../platform/localFiles';
import type { Services } from '../../service/services';
import { registerHistory, type History } from './history/register';
import type { Panels } from './panels';
import { registerPromptFiles } from './prompts/register';
import { registerPartFiles } from './settings/register';

/** What the playground is handed by the composition root. */
export type PlaygroundHost = Host &
  Services & { readonly uploads: Uploads; readonly activity: Activity };

export interface PlaygroundRoom extends Disposable {
  /** The panels of this window; everything behind them loads with the first call. */
  panels(): Promise<Panels>;
  /** For tests. */
  readonly history: Pick<History, 'load'>;
  /** The window goes: stops what streams, and resolves when every conversation is on disk. */
  close(): Promise<void>;
}

/** The playground's commands, and the panels that VS Code kept from the last window. */
export function registerPlayground(host: PlaygroundHost): PlaygroundRoom {
  const disposables = new DisposableStore();
  let made: Panels | undefined;
  const history = disposables.add(registerHistory(host, () => made));
  const promptFiles = disposables.add(registerPromptFiles());
  const panels: () => Promise<Panels> = lazy(async () => {
    const loaded = await import('./panels');
    made = disposables.add(new loaded.Panels(host, history.changed));
    return made;
  });
  disposables.add(registerPartFiles(panels));
  const run = async (name: PlaygroundCommand, args: readonly unknown[]): Promise<void> => {
    const { runPlaygroundCommand } = await import('./playgroundCommands');
    await runPlaygroundCommand({ host, panels, history, promptFiles }, name, args);
  };
  for (const name of PLAYGROUND_COMMANDS) {
    const id = commandId(name);
    const handle = (...args: readonly unknown[]): Promise<void> =>
      run(name, args).catch((error: unknown) => {
        // Not waited for: who ran the command need not wait until the message is dismissed.
        void host.report(id, error);
      });
    disposables.add(vscode.commands.registerCommand(id, handle));
  }
  disposables.add(
    vscode.window.registerWebviewPanelSerializer(PLAYGROUND_PANEL, {
      async deserializeWebviewPanel(panel, state: unknown) {
        await (await panels()).restore(panel, state);
      },
    }),
  );
  disposables.add(
    vscode.window.registerWebviewPanelSerializer(COMPARE_PANEL, {
      async deserializeWebviewPanel(panel, state: unknown) {
        await (await panels()).comparisons.restore(panel, state);
      },
    }),
  );
  return {
    panels,
    history,
    close: async () => made?.close(),
    dispose: () => disposables.dispose(),
  };
}
