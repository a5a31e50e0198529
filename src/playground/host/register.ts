import * as vscode from 'vscode';
import { lazy } from '../../base/async';
import { DisposableStore, type Disposable } from '../../base/disposable';
import {
  commandId,
  PLAYGROUND_PANEL,
  type CommandHandlers,
  type PlaygroundCommand,
} from '../../catalog/ids';
import type { Host } from '../../platform/host';
import type { Services } from '../../service/services';
import type { Panels } from './panels';

/** What the playground is handed by the composition root. */
export type PlaygroundHost = Host & Services;

export interface PlaygroundRoom extends Disposable {
  /** The panels of this window; everything behind them loads with the first call. */
  panels(): Promise<Panels>;
}

/** The playground's commands, and the panels that VS Code kept from the last window. */
export function registerPlayground(host: PlaygroundHost): PlaygroundRoom {
  const disposables = new DisposableStore();
  const panels = lazy(async () => {
    const loaded = await import('./panels');
    return disposables.add(new loaded.Panels(host));
  });
  const handlers: CommandHandlers<PlaygroundCommand> = {
    async openPlayground(target) {
      const { parseRef } = await import('../../catalog/parseRef');
      await (await panels()).open(parseRef(target));
    },
    async openConversation() {
      await (await panels()).openConversation();
    },
    async focusComposer() {
      (await panels()).current?.focus('composer');
    },
    async focusLastMessage() {
      (await panels()).current?.focus('lastMessage');
    },
  };
  for (const name of Object.keys(handlers) as PlaygroundCommand[]) {
    const id = commandId(name);
    const run = (argument: unknown): Promise<void> =>
      Promise.resolve(handlers[name](argument as undefined)).catch((error: unknown) => {
        // Not waited for: who ran the command need not wait until the message is dismissed.
        void host.report(id, error);
      });
    disposables.add(vscode.commands.registerCommand(id, run));
  }
  disposables.add(
    vscode.window.registerWebviewPanelSerializer(PLAYGROUND_PANEL, {
      async deserializeWebviewPanel(panel, state: unknown) {
        await (await panels()).restore(panel, state);
      },
    }),
  );
  return { panels, dispose: () => disposables.dispose() };
}
