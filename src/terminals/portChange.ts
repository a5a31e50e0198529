import * as l10n from '@vscode/l10n';
import type { Log } from '../platform/log';
import type { Prompts } from '../platform/prompts';
import { ENVIRONMENT_FILE, type StaleFile } from './environmentFile';
import type { Folder } from './terminalSwitches';

export interface PortChangeDeps {
  readonly prompts: Pick<Prompts, 'notify'>;
  readonly log: Pick<Log, 'warn'>;
  readonly staleFiles: (port: number) => Promise<readonly StaleFile[]>;
  /** Returns an active folder for a new terminal, or undefined. */
  readonly ledFolder: () => Folder | undefined;
  readonly openTerminal: (folder: string) => Promise<void>;
}

/**
 * Warns that open terminals and env files have an outdated port. Offers fixes until both are done or
 * dismissed.
 */
export async function notifyPortChange(
  deps: PortChangeDeps,
  from: number,
  to: number,
): Promise<void> {
  const { prompts, log, staleFiles, ledFolder, openTerminal } = deps;
  const moved = l10n.t('The built-in emulator now listens on port {1} instead of {0}.', from, to);
  log.warn(`terminals: ${moved}`);
  const [open, rewrite] = [l10n.t('New Terminal'), l10n.t('Overwrite {0}', ENVIRONMENT_FILE)];
  let [stale, folder] = [await staleFiles(to), ledFolder()];
  while (folder || stale.length > 0) {
    const names = stale.map((file) => l10n.t('“{0}”', file.folder.name)).join(', ');
    const terminals = l10n.t('Open new terminals. Apps in existing ones can’t find the emulator.');
    const files = l10n.t('{0} in {1} still has the old port.', ENVIRONMENT_FILE, names);
    const message = [moved, ...(folder ? [terminals] : []), ...(stale.length > 0 ? [files] : [])];
    const actions = [...(folder ? [open] : []), ...(stale.length > 0 ? [rewrite] : [])];
    const chosen = await prompts.notify('warning', message.join(' '), ...actions);
    if (chosen === undefined) return;
    if (chosen === rewrite) {
      for (const file of stale) await file.rewrite();
      stale = [];
    } else if (folder) {
      await openTerminal(folder.uri);
      folder = undefined;
    }
  }
}
