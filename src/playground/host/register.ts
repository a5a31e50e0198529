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
import type { Uploads } from '../../platform/uploads';
import type { Services } from '../../service/services';
import type { Panels } from './panels';

/** What the playground is handed by the composition root. */
export type PlaygroundHost = Host & Services & { readonly uploads: Uploads };

export interface PlaygroundRoom extends Disposable {
  /** The panels of this window; everything behind them loads with the first call. */
  panels(): Promise<Panels>;
  /** The window goes: stops what streams, and resolves when every conversation is on disk. */
  close(): Promise<void>;
}

/** The playground's commands, and the panels that VS Code kept from the last window. */
export function registerPlayground(host: PlaygroundHost): PlaygroundRoom {
  const disposables = new DisposableStore();
  let made: Panels | undefined;
  const panels = lazy(async () => {
    const loaded = await import('./panels');
    made = disposables.add(new loaded.Panels(host));
    return made;
  });
  const handlers: CommandHandlers<PlaygroundCommand> = {
    async openPlayground(target) {
      const { parseRef } = await import('../../catalog/parseRef');
      await (await panels()).open(parseRef(target));
    },
    async askAboutFile(target) {
      const { parseRef } = await import('../../catalog/parseRef');
      const file = parseRef(target);
      if (file) await (await panels()).askAbout(file);
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
  return {
    panels,
    close: async () => made?.close(),
    dispose: () => disposables.dispose(),
  };
}
