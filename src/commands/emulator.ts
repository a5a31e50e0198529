import * as vscode from 'vscode';
import type { Http } from '../api/http';
import type { Disposable } from '../base/disposable';
import { lazyFunctions } from '../base/async';
import type { CommandHandlers } from '../catalog/commands';
import { contextKey, type ContextKeys } from '../catalog/ids';
import type { Host } from '../platform/host';
import { LazyEmulator } from '../service/lazyEmulator';
import type { NumberSettings } from '../service/numberSetting';
import type { Services } from '../service/services';

const emulatorCommandNames = [
  'startEmulator',
  'stopEmulator',
  'resetEmulator',
  'seedEmulator',
] as const;

export type EmulatorCommand = (typeof emulatorCommandNames)[number];

export interface EmulatorCommands extends Disposable {
  readonly handlers: CommandHandlers<EmulatorCommand>;
}

/** The built-in emulator, of which nothing loads before its first start. */
export function lazyEmulator(
  host: Host,
  settings: NumberSettings,
  onSecret: (secret: string) => void,
): LazyEmulator {
  return new LazyEmulator(async () =>
    (await import('./createEmulator')).createEmulator(host, settings, onSecret),
  );
}

/** The commands that run the emulator, and the context key that says whether it runs. */
export function emulatorCommands(host: Host, services: Services, http: Http): EmulatorCommands {
  const { emulator } = services;
  const showState = (): void => {
    const runs: ContextKeys['emulatorRuns'] = emulator.state.status === 'running';
    void vscode.commands.executeCommand('setContext', contextKey('emulatorRuns'), runs);
  };
  const listener = emulator.onDidChangeState(showState);

  return {
    handlers: lazyFunctions(emulatorCommandNames, async () =>
      (await import('./emulatorHandlers')).emulatorHandlers(host, services, http),
    ),
    dispose: () => listener.dispose(),
  };
}
