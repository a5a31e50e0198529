import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import {
  commandId,
  commands,
  type CommandHandlers,
  type CommandName,
  type PlaygroundCommand,
} from '../catalog/ids';
import { parseActivityTarget, type ActivityTarget } from '../catalog/activityTarget';
import { parseConnectionTarget, type ConnectionTarget } from '../catalog/connectionTarget';
import { parseExchangeTarget, type ExchangeTarget } from '../catalog/exchangeTarget';
import { parseFileTarget, type FileTarget } from '../catalog/fileTarget';
import type { ResourceRef } from '../catalog/ref';
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
    const run = async (argument: unknown, selected: unknown): Promise<void> => {
      try {
        const handler: (...args: never[]) => void | Promise<void> = handlers[name];
        const args = [await argumentOf(name, argument), await selectionOf(name, selected)];
        await handler(...(args as never[]));
      } catch (error) {
        // Not waited for: who ran the command need not wait until the message is dismissed.
        void report(id, error);
      }
    };
    disposables.add(vscode.commands.registerCommand(id, run));
  }
  return disposables;
}

/** VS Code hands all selected rows over, after the one that was clicked. */
async function selectionOf(
  name: Registered,
  selected: unknown,
): Promise<readonly ResourceRef[] | readonly FileTarget[] | undefined> {
  if (commands[name] === 'files' && Array.isArray(selected)) {
    return selected.map(parseFileTarget).filter((file) => file !== undefined);
  }
  if (commands[name] !== 'target' || !Array.isArray(selected)) return undefined;
  const { parseRef } = await import('../catalog/parseRef');
  return selected.map(parseRef).filter((ref) => ref !== undefined);
}

async function argumentOf(
  name: Registered,
  argument: unknown,
): Promise<
  ResourceRef | ConnectionTarget | ExchangeTarget | ActivityTarget | FileTarget | undefined
> {
  if (argument === undefined) return undefined;
  switch (commands[name]) {
    case 'nothing':
      return undefined;
    case 'target':
      return (await import('../catalog/parseRef')).parseRef(argument);
    case 'activity':
      return parseActivityTarget(argument);
    case 'files':
      return parseFileTarget(argument);
    case 'exchange':
      return parseExchangeTarget(argument);
    case 'connection':
      return parseConnectionTarget(argument);
  }
}
