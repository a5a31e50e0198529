import * as vscode from 'vscode';
import type { Http } from '../api/transport';
import { lazyFunctions } from '../base/async';
import { type Disposable, DisposableStore } from '../base/disposable';
import {
  type CommandHandlers,
  commandId,
  type CommandName,
  parseCommandId,
} from '../catalog/commands';
import { contextKey, type ContextKeys } from '../catalog/ids';
import { staleSelection } from '../platform/errors';
import type { Host } from '../platform/host';
import type { FixButton } from '../platform/report';
import type { Sheets } from '../platform/sheet';
import { vscodeSystem } from '../platform/system';
import type { Connections } from '../service/connection';
import { LazyEmulator } from '../service/emulator';
import type { NumberSettings } from '../service/numberSetting';
import type { Services } from '../service/services';
import type { SpendSettings } from '../service/spending';
import type { EmulatorCommand } from './emulatorHandlers';

const EMULATOR_COMMANDS = [
  'startEmulator',
  'stopEmulator',
  'resetEmulator',
  'seedEmulator',
  'showDeliveries',
] as const satisfies readonly EmulatorCommand[];

/**
 * Registers all commands of package.json. Validates arguments, as any extension may call commands,
 * and reports errors of handlers.
 * @param runOther runs commands without a handler here, whose modules load on demand.
 */
export function registerCommands<Other extends CommandName>(
  { context, report }: Pick<Host, 'context' | 'report'>,
  connections: Pick<Connections, 'active' | 'find'>,
  handlers: CommandHandlers<Exclude<CommandName, Other>>,
  runOther: (name: Other, args: readonly unknown[]) => Promise<void>,
): Disposable {
  const disposables = new DisposableStore();
  const run = async (name: CommandName, called: readonly unknown[]): Promise<void> => {
    const { commandArguments, isStaleSelection } = await import('../catalog/commandArguments');
    if (isStaleSelection(name, called)) throw staleSelection();
    const args: readonly unknown[] = commandArguments(name, ...called);
    const { requireAccount } = await import('./accountGuard');
    requireAccount(name, args[0], connections);
    const handler = (handlers as object as AnyHandlers)[name];
    await (handler ? handler(...(args as readonly never[])) : runOther(name as Other, args));
  };
  for (const id of contributedCommands(context)) {
    const { name, isOfTitle } = parseCommandId(id);
    const handle = isOfTitle
      ? // Drops VS Code’s arguments: a title button refers to its view, not the focused item.
        () => vscode.commands.executeCommand(commandId(name))
      : (...called: readonly unknown[]) =>
          run(name, called).catch((error: unknown) => {
            // Not awaited: callers need not wait for the message to close.
            void report(id, error);
          });
    disposables.add(vscode.commands.registerCommand(id, handle));
  }
  return disposables;
}

interface AnyHandlers {
  readonly [name: string]: ((...args: never[]) => void | Promise<void>) | undefined;
}

/** Returns command ids from the parsed package.json, so that the table loads later. */
function contributedCommands({ extension }: vscode.ExtensionContext): readonly string[] {
  const { contributes } = extension.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  };
  return contributes.commands.map(({ command }) => command);
}

export function logCommands(
  host: Host,
  services: Services,
): CommandHandlers<'showLog' | 'copyDiagnostics'> {
  return {
    showLog: () => host.log.show(),
    ...lazyFunctions(['copyDiagnostics'], async () => {
      const { copyDiagnostics } = await import('./diagnostics');
      return { copyDiagnostics: () => copyDiagnostics(vscode, host, services) };
    }),
  };
}

export function spendingCommands(
  host: Host,
  services: Services,
  sheets: () => Promise<Sheets>,
): CommandHandlers<'showSpending' | 'allowMoreToday'> {
  return lazyFunctions(['showSpending', 'allowMoreToday'], async () =>
    (await import('./spending')).spendingHandlers(host, services, sheets),
  );
}

export async function fixesFor(
  error: unknown,
  connections: Pick<Connections, 'find'>,
  extensionId: string,
): Promise<readonly FixButton[]> {
  const { fixButtons } = await import('./fixButtons');
  return fixButtons(error, (id) => connections.find(id)?.auth, {
    execute: vscode.commands.executeCommand,
    system: vscodeSystem,
    extensionId,
  });
}

/** Creates the built-in emulator, whose code loads on first start. */
export function lazyEmulator(
  host: Host,
  settings: NumberSettings & SpendSettings,
  http: Http,
  onSecret: (secret: string) => void,
): LazyEmulator {
  return new LazyEmulator(async () =>
    (await import('./emulatorHandlers')).createEmulator(host, settings, http, onSecret),
  );
}

export function emulatorCommands(
  host: Host,
  services: Services,
  http: Http,
): Disposable & { readonly handlers: CommandHandlers<EmulatorCommand> } {
  const { emulator } = services;
  const showState = (): void => {
    const runs: ContextKeys['emulatorRuns'] = emulator.state.status === 'running';
    void vscode.commands.executeCommand('setContext', contextKey('emulatorRuns'), runs);
  };
  const listener = emulator.onDidChangeState(showState);

  return {
    handlers: lazyFunctions(EMULATOR_COMMANDS, async () =>
      (await import('./emulatorHandlers')).emulatorHandlers(host, services, http),
    ),
    dispose: () => listener.dispose(),
  };
}
