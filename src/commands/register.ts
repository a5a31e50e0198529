import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import {
  commandId,
  parseCommandId,
  type CommandHandlers,
  type CommandName,
  type PlaygroundCommand,
} from '../catalog/commands';
import { staleSelection } from '../platform/errors';
import type { Host } from '../platform/host';

type Handled = Exclude<CommandName, PlaygroundCommand>;

/**
 * Registers every command of package.json, which has a row of the table for each. What a command was called with is
 * checked, as any extension may call it; what its handler throws is told to the user.
 */
export function registerCommands(
  { context, report }: Pick<Host, 'context' | 'report'>,
  handlers: CommandHandlers<Handled>,
  runPlayground: (name: PlaygroundCommand, args: readonly unknown[]) => Promise<void>,
): Disposable {
  const disposables = new DisposableStore();
  const run = async (name: CommandName, called: readonly unknown[]): Promise<void> => {
    const { commandArguments, isForLostRow } = await import('../catalog/commandArguments');
    if (isForLostRow(name, called)) throw staleSelection(vscode.l10n);
    const args: readonly unknown[] = commandArguments(name, ...called);
    if (!isHandled(name, handlers)) {
      await runPlayground(name, args);
      return;
    }
    const handler: (...args: never[]) => void | Promise<void> = handlers[name];
    await handler(...(args as readonly never[]));
  };
  for (const id of contributedCommands(context)) {
    const { name, isOfTitle } = parseCommandId(id);
    const handle = isOfTitle
      ? // Without what VS Code hands over: a title is for its view, not for the row with the focus.
        () => vscode.commands.executeCommand(commandId(name))
      : (...called: readonly unknown[]) =>
          run(name, called).catch((error: unknown) => {
            // Not waited for: who ran the command need not wait until the message is dismissed.
            void report(id, error);
          });
    disposables.add(vscode.commands.registerCommand(id, handle));
  }
  return disposables;
}

function isHandled(name: CommandName, handlers: CommandHandlers<Handled>): name is Handled {
  return Object.hasOwn(handlers, name);
}

/** Ids of the commands in package.json, which VS Code has read already: the table loads with the first that is run. */
function contributedCommands({ extension }: vscode.ExtensionContext): readonly string[] {
  const { contributes } = extension.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  };
  return contributes.commands.map(({ command }) => command);
}
