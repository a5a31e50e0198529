import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import {
  commandId,
  commands,
  type CommandHandlers,
  type CommandName,
  type PlaygroundCommand,
} from '../catalog/ids';
import { parseConnectionTarget, type ConnectionTarget } from '../catalog/connectionTarget';
import { parseExchangeTarget, type ExchangeTarget } from '../catalog/exchangeTarget';
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
    const run = async (argument: unknown): Promise<void> => {
      try {
        const handler: (argument: never) => void | Promise<void> = handlers[name];
        await handler((await argumentOf(name, argument)) as never);
      } catch (error) {
        // Not waited for: who ran the command need not wait until the message is dismissed.
        void report(id, error);
      }
    };
    disposables.add(vscode.commands.registerCommand(id, run));
  }
  return disposables;
}

async function argumentOf(
  name: Registered,
  argument: unknown,
): Promise<ResourceRef | ConnectionTarget | ExchangeTarget | undefined> {
  if (argument === undefined) return undefined;
  switch (commands[name]) {
    case 'nothing':
      return undefined;
    case 'target':
      return (await import('../catalog/parseRef')).parseRef(argument);
    case 'exchange':
      return parseExchangeTarget(argument);
    case 'connection':
      return parseConnectionTarget(argument);
  }
}
