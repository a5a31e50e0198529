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
import { vscodeSystem } from '../platform/system';
import type { Connections } from '../service/connection';
import { LazyEmulator } from '../service/emulator';
import type { NumberSettings } from '../service/numberSetting';
import type { Services } from '../service/services';
import type { EmulatorCommand } from './emulatorHandlers';

const EMULATOR_COMMANDS = [
  'startEmulator',
  'stopEmulator',
  'resetEmulator',
  'seedEmulator',
  'showDeliveries',
] as const satisfies readonly EmulatorCommand[];

/**
 * Registers every command of package.json, which has a row of the table for each. What a command was called with is
 * checked, as any extension may call it; what its handler throws is told to the user.
 * @param runOther those that have no handler here: rooms with many of them look theirs up when one is run.
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
    // Types have it that what is not handled is one of the others.
    await (handler ? handler(...(args as readonly never[])) : runOther(name as Other, args));
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

interface AnyHandlers {
  readonly [name: string]: ((...args: never[]) => void | Promise<void>) | undefined;
}

/** Ids of the commands in package.json, which VS Code has read already: the table loads with the first that is run. */
function contributedCommands({ extension }: vscode.ExtensionContext): readonly string[] {
  const { contributes } = extension.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  };
  return contributes.commands.map(({ command }) => command);
}

/** The commands that tell what happened. */
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

/** The buttons under an error message: what helps against its reason, and the log. Loads with the first error. */
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

/** The built-in emulator, of which nothing loads before its first start. */
export function lazyEmulator(
  host: Host,
  settings: NumberSettings,
  http: Http,
  onSecret: (secret: string) => void,
): LazyEmulator {
  return new LazyEmulator(async () =>
    (await import('./emulatorHandlers')).createEmulator(host, settings, http, onSecret),
  );
}

/** The commands that run the emulator, and the context key that says whether it runs. */
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
