import * as vscode from 'vscode';
import type { Http } from '../api/http';
import { abortable } from '../base/abortable';
import { commandId, type CommandHandlers } from '../catalog/ids';
import type { Host } from '../platform/host';
import { notificationProgress } from '../platform/progress';
import { EMULATOR_ID } from '../service/connection';
import type { EmulatorAddress } from '../service/emulator';
import type { EmulatorActions } from '../service/emulatorControl';
import type { Services } from '../service/services';
import type { EmulatorCommand } from './emulator';

/** What the commands do that run the emulator. */
export function emulatorHandlers(
  host: Host,
  services: Services,
  http: Http,
): CommandHandlers<EmulatorCommand> {
  const { emulator, connections } = services;
  const { l10n } = vscode;
  const started = (): Promise<EmulatorAddress> =>
    emulator.state.status === 'running'
      ? emulator.start()
      : notificationProgress(l10n.t('Starting the built-in emulator…'), (signal) =>
          abortable(emulator.start(), signal),
        );

  const change = async <A extends keyof EmulatorActions>(
    action: A,
    body: EmulatorActions[A],
  ): Promise<void> => {
    const { controlEmulator } = await import('../service/emulatorControl');
    await controlEmulator(http, await started(), action, body);
    services.store.invalidate({ connection: EMULATOR_ID });
    await vscode.commands.executeCommand(commandId('refresh'));
  };

  const confirmed = async (question: string, yes: string): Promise<boolean> => {
    const detail = l10n.t(
      'Everything that you created in the emulator is deleted: corpora, tuned models, files and operations.',
    );
    return (await host.prompts.confirm(question, { detail, actions: [yes] })) === yes;
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
    async resetEmulator() {
      const yes = l10n.t('Reset');
      if (await confirmed(l10n.t('Reset the built-in emulator to its seed?'), yes)) {
        await change('reset', {});
      }
    },
    async seedEmulator() {
      const seed = await host.prompts.pick(
        {
          title: l10n.t('Seed Emulator'),
          placeholder: l10n.t('What the built-in emulator begins with'),
        },
        [
          {
            label: l10n.t('Demo'),
            description: l10n.t('Something of every kind to browse'),
            value: 'demo' as const,
          },
          {
            label: l10n.t('Empty'),
            description: l10n.t('No models and no resources'),
            value: 'empty' as const,
          },
        ],
      );
      if (!seed) return;
      const yes = l10n.t('Replace');
      const question = l10n.t(
        'Replace the data of the built-in emulator with the seed “{0}”?',
        seed === 'demo' ? l10n.t('Demo') : l10n.t('Empty'),
      );
      if (await confirmed(question, yes)) await change('seed', { seed });
    },
  };
}
