import * as vscode from 'vscode';
import type { Http } from '../api/http';
import { abortable } from '../base/async';
import { type CommandHandlers, commandId } from '../catalog/commands';
import type { Host } from '../platform/host';
import { notificationProgress } from '../platform/progress';
import { EMULATOR_ID } from '../service/connection';
import type { EmulatorAddress, StartOptions } from '../service/emulator';
import type { Services } from '../service/services';
import { emulatorData } from './createEmulator';
import type { EmulatorCommand } from './emulator';
import { type EmulatorResetParts, resetEmulator, seedEmulator, setAside } from './emulatorReset';

/** What the commands do that run the emulator. */
export function emulatorHandlers(
  host: Host,
  services: Services,
  http: Http,
): CommandHandlers<EmulatorCommand> {
  const { emulator, connections } = services;
  const { l10n } = vscode;
  const started = (options?: StartOptions): Promise<EmulatorAddress> =>
    emulator.state.status === 'running'
      ? emulator.start(options)
      : notificationProgress(l10n.t('Starting the built-in emulator…'), (signal) =>
          abortable(emulator.start(options), signal),
        );
  const parts: EmulatorResetParts = {
    prompts: host.prompts,
    l10n,
    start: () => started({ tellsDamage: true }),
    setAside: () => setAside(emulatorData(host), new Date(), l10n),
    control: async (address, action, body) => {
      const { controlEmulator } = await import('../service/emulatorControl');
      await controlEmulator(http, address, action, body);
    },
    onReplaced: async () => {
      services.store.invalidate({ connection: EMULATOR_ID });
      await vscode.commands.executeCommand(commandId('refresh'));
    },
  };

  return {
    async startEmulator() {
      await started();
      // Where it is the connection in use, the status bar says it.
      if (connections.active?.id === EMULATOR_ID || emulator.state.status !== 'running') return;
      const use = l10n.t('Use It');
      const { port } = emulator.state;
      const message = l10n.t('The built-in emulator listens on port {0} of this machine.', port);
      const answer = await host.prompts.notify('info', message, use);
      if (answer === use) await vscode.commands.executeCommand(commandId('useEmulator'));
    },
    stopEmulator: () => emulator.stop(),
    resetEmulator: () => resetEmulator(parts),
    seedEmulator: () => seedEmulator(parts),
  };
}
