import { join } from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import type { Host } from '../platform/host';
import { forkEmulator } from '../service/emulatorChild';
import { EmulatorProcess } from '../service/emulatorProcess';
import { numberSetting, type NumberSettings } from '../service/numberSetting';

/**
 * The emulator of this window. Those of all windows work on the same data, below the extension's own
 * folder; where that is new, it begins with the demo seed.
 */
export function createEmulator(
  { context, log, prompts }: Host,
  user: NumberSettings,
  onSecret: (secret: string) => void,
): EmulatorProcess {
  const data = join(context.globalStorageUri.fsPath, 'emulator');
  const script = context.asAbsolutePath('dist/emulator.js');
  return new EmulatorProcess({
    start: forkEmulator(script, ['--seed', 'demo', '--data', data]),
    clock: systemClock,
    port: () => numberSetting('emulator.port', user),
    onPortBusy: (wanted, taken) => {
      const message = vscode.l10n.t(
        'Port {0} is in use by another program or window. The built-in emulator listens on port {1} instead.',
        wanted,
        taken,
      );
      log.warn(`emulator: ${message}`);
      // Not waited for: the emulator is ready, whether it is read or not.
      void prompts.notify('warning', message);
    },
    onLine: (line) => log.debug(`emulator: ${line}`),
    onSecret,
  });
}
