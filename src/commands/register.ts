import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import {
  commandId,
  TITLE_COMMANDS,
  titleCommandId,
  type CommandHandlers,
  type CommandName,
  type PlaygroundCommand,
} from '../catalog/commands';
import { staleSelection } from '../platform/errors';
import type { Report } from '../platform/report';

type Registered = Exclude<CommandName, PlaygroundCommand>;

/**
 * Registers every command of package.json but the playground's own. What a command was called with is
 * checked, as any extension may call it; what its handler throws is told to the user.
 */
export function registerCommands(
  report: Report,
  handlers: CommandHandlers<Registered>,
): Disposable {
  const disposables = new DisposableStore();
  for (const name of Object.keys(handlers) as Registered[]) {
    const id = commandId(name);
    const run = async (...called: readonly unknown[]): Promise<void> => {
      try {
        const handler: (...args: never[]) => void | Promise<void> = handlers[name];
        const { commandArguments, isForLostRow } = await import('../catalog/commandArguments');
        if (isForLostRow(name, called)) throw staleSelection(vscode.l10n);
        const args: readonly unknown[] = commandArguments(name, ...called);
        await handler(...(args as readonly never[]));
      } catch (error) {
        // Not waited for: who ran the command need not wait until the message is dismissed.
        void report(id, error);
      }
    };
    disposables.add(vscode.commands.registerCommand(id, run));
  }
  for (const name of TITLE_COMMANDS) {
    // Without what VS Code hands over: a title is for its view, not for the row with the focus.
    const run = (): Thenable<unknown> => vscode.commands.executeCommand(commandId(name));
    disposables.add(vscode.commands.registerCommand(titleCommandId(name), run));
  }
  return disposables;
}
