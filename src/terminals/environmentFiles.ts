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
  /** Resolves once the emulator runs. Throws `AppError` where programs of the folder may or could not call it. */
  readonly ready: (folder: Folder) => Promise<void>;
  /** Turns a folder on that is off. */
  readonly toggle: (folder: Folder) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** The files of folders that lead programs to the emulator which nothing else leads there. */
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
    // Not waited for: the file is there.
    if (!switches.isOn(folder)) void this.#offerOn(folder).catch(onError);
  }

  /** The keys that programs of a folder are to have may be others now. */
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
