import * as l10n from '@vscode/l10n';
import {
  ENVIRONMENT_FILE,
  type EnvironmentFileDeps,
  type FolderTexts,
  offerOtherKeys,
  writeEnvironmentFile,
} from './environmentFile';
import type { Folder, TerminalSwitches } from './terminalSwitches';

interface EnvironmentFilesDeps extends Omit<EnvironmentFileDeps, 'texts'> {
  readonly textsOf: (folder: Folder) => FolderTexts;
  readonly switches: Pick<TerminalSwitches, 'environmentOf' | 'give' | 'isOn'>;
  /** Resolves when the emulator runs. Throws `AppError` if the folder’s apps may not or can’t use it. */
  readonly ready: (folder: Folder) => Promise<void>;
  readonly toggle: (folder: Folder) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Env files for apps that don’t get the variables otherwise. */
export class EnvironmentFiles {
  readonly #deps: EnvironmentFilesDeps;

  constructor(deps: EnvironmentFilesDeps) {
    this.#deps = deps;
  }

  async write(folder: Folder): Promise<void> {
    const { ready, switches, textsOf, onError } = this.#deps;
    await ready(folder);
    const environment = switches.environmentOf(folder);
    if (!environment) throw new Error('The emulator has no port.');
    const deps = { ...this.#deps, texts: textsOf(folder) };
    if (!(await writeEnvironmentFile(deps, folder, environment, onError))) return;
    switches.give();
    // Not awaited: the file is complete.
    if (!switches.isOn(folder)) void this.#offerOn(folder).catch(onError);
  }

  async follow(folder: Folder): Promise<void> {
    const { switches, textsOf } = this.#deps;
    const environment = switches.environmentOf(folder);
    if (!environment) return;
    await offerOtherKeys({ ...this.#deps, texts: textsOf(folder) }, folder, environment);
  }

  async #offerOn(folder: Folder): Promise<void> {
    const { prompts, switches, toggle } = this.#deps;
    const turnOn = l10n.t('Turn On');
    const message = l10n.t(
      'Apps that read {0} use the emulator. To use mocks from .genlang and see requests in Traffic, turn on the emulator for “{1}”.',
      ENVIRONMENT_FILE,
      folder.name,
    );
    const answer = await prompts.notify('info', message, turnOn);
    if (answer === turnOn && !switches.isOn(folder)) await toggle(folder);
  }
}
