import { join } from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import type { Host } from '../platform/host';
import { CancelledError, errorMessage, toldOf } from '../base/errors';
import { commandId } from '../catalog/commands';
import { PREFIX } from '../catalog/ids';
import { settings } from '../catalog/settings';
import { forkEmulator } from '../service/emulatorChild';
import { EmulatorProcess } from '../service/emulatorProcess';
import { numberSetting, outOfRange, type NumberSettings } from '../service/numberSetting';
import { offerFreshStart, setAside, type FreshStartParts } from './emulatorReset';

/**
 * The emulator of this window. Those of all windows work on the same data, below the extension's own
 * folder; where that is new, it begins with the demo seed.
 */
export function createEmulator(
  host: Host,
  user: NumberSettings,
  onSecret: (secret: string) => void,
): EmulatorProcess {
  const { context, log, prompts } = host;
  const { l10n } = vscode;
  const data = emulatorData(host);
  const script = context.asAbsolutePath('dist/emulator.js');
  const emulator: EmulatorProcess = new EmulatorProcess({
    start: forkEmulator(script, ['--seed', 'demo', '--data', data]),
    clock: systemClock,
    port: () => {
      const wrong = outOfRange('emulator.port', user);
      if (wrong === undefined) return numberSetting('emulator.port', user);
      void tellWrongPort(prompts, wrong).catch((error: unknown) => {
        log.error(`emulator: ${errorMessage(error)}`);
      });
      return settings['emulator.port'].default;
    },
    onPortBusy: (wanted, taken) => {
      const message = l10n.t(
        'Port {0} is in use by another program or window. The built-in emulator listens on port {1} instead.',
        wanted,
        taken,
      );
      log.warn(`emulator: ${message}`);
      // Not waited for: the emulator is ready, whether it is read or not.
      void prompts.notify('warning', message);
    },
    onDamaged: () => {
      offerFreshStart(parts).catch((error: unknown) => {
        if (CancelledError.is(error)) return;
        log.error(`emulator: ${errorMessage(error)}`);
        void prompts.notify('error', toldOf(error));
      });
    },
    onLine: (line) => log.debug(`emulator: ${line}`),
    onSecret,
  });
  const parts: FreshStartParts = {
    prompts,
    l10n,
    start: () => emulator.start({ tellsDamage: true }),
    setAside: () => setAside(data, new Date(), l10n),
    onReplaced: async () => {
      await vscode.commands.executeCommand(commandId('refresh'));
    },
  };
  return emulator;
}

/** The folder of what it keeps. */
export function emulatorData({ context }: Pick<Host, 'context'>): string {
  return join(context.globalStorageUri.fsPath, 'emulator');
}

/** Another port than the one that was meant would be a riddle: it says why, and where to correct it. */
async function tellWrongPort(prompts: Host['prompts'], wrong: number): Promise<void> {
  const name = `${PREFIX}.emulator.port`;
  const open = vscode.l10n.t('Open Settings');
  const message = vscode.l10n.t(
    'The setting {0} is {1}, and a port is at most {2}. The built-in emulator takes a free port instead.',
    ...[name, wrong, settings['emulator.port'].maximum],
  );
  if ((await prompts.notify('warning', message, open)) !== open) return;
  await vscode.commands.executeCommand('workbench.action.openSettings', name);
}
