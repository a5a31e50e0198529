import * as l10n from '@vscode/l10n';
import type { Prompts } from '../platform/prompts';
import { SingleFlight } from '../base/async';
import type { FolderAnswers } from './folderAnswers';
import type { ModeActions } from './modeActions';
import type { RememberedFolder } from './rememberedFolders';
import { requireSameMachine } from './requireSameMachine';
import type { SessionFollowing } from './sessionFollowing';
import type { Folder, TerminalSwitches } from './terminalSwitches';

interface FolderSwitchDeps {
  readonly prompts: Pick<Prompts, 'notify'>;
  readonly start: () => Promise<void>;
  readonly actions: Pick<ModeActions, 'enter' | 'quit' | 'restore'>;
  readonly following: Pick<SessionFollowing, 'begin' | 'end' | 'hasOthers'>;
  readonly answers: Pick<FolderAnswers, 'begin' | 'end'>;
  readonly switches: Pick<TerminalSwitches, 'isOn' | 'turnOff' | 'turnOn'>;
  readonly openTerminal: (folder: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

interface RestoredFolder {
  readonly folder: Folder;
  readonly remembered: RememberedFolder;
}

export class FolderSwitch {
  readonly #deps: FolderSwitchDeps;
  /** Restored folders that the emulator doesn't know yet. */
  readonly #restored = new Map<string, RestoredFolder>();
  readonly #joining = new SingleFlight<string, void>();

  constructor(deps: FolderSwitchDeps) {
    this.#deps = deps;
  }

  async toggle(folder: Folder): Promise<void> {
    if (this.#deps.switches.isOn(folder)) {
      await this.turnOff(folder);
      return;
    }
    await this.ready(folder);
    // Not awaited: the message isn't required.
    void this.#tellOn(folder).catch(this.#deps.onError);
  }

  /** Turns a folder on silently and starts the emulator. Throws `AppError` if its apps could not reach it. */
  async ready(folder: Folder): Promise<void> {
    const { start, switches } = this.#deps;
    requireSameMachine(folder);
    await start();
    if (switches.isOn(folder)) {
      await this.join();
      return;
    }
    await this.#begin(folder);
    switches.turnOn(folder);
  }

  /**
   * Restores a folder after a reload without starting the emulator; `join` informs the emulator later.
   * Throws like `ready`.
   */
  restore(folder: Folder, remembered: RememberedFolder): void {
    const { switches } = this.#deps;
    requireSameMachine(folder);
    this.#restored.set(folder.uri, { folder, remembered });
    switches.turnOn(folder);
  }

  toRestore({ uri }: Pick<Folder, 'uri'>): RememberedFolder | undefined {
    return this.#restored.get(uri)?.remembered;
  }

  async join(): Promise<void> {
    const join = async ({ folder, remembered }: RestoredFolder): Promise<void> => {
      await this.#begin(folder);
      await this.#deps.actions.restore(folder, remembered);
      this.#restored.delete(folder.uri);
    };
    const all = [...this.#restored.values()];
    await Promise.all(all.map((one) => this.#joining.run(one.folder.uri, () => join(one))));
  }

  async turnOff(folder: Folder): Promise<void> {
    const { switches, following, answers, actions } = this.#deps;
    this.#restored.delete(folder.uri);
    switches.turnOff(folder);
    try {
      const isShared = await following.hasOthers(folder);
      await Promise.all([actions.quit(folder, isShared), answers.end(folder, isShared)]);
    } finally {
      following.end(folder);
    }
  }

  async #begin(folder: Folder): Promise<void> {
    const { actions, following, answers } = this.#deps;
    await actions.enter(folder, await following.hasOthers(folder));
    await following.begin(folder);
    await answers.begin(folder);
  }

  async #tellOn({ uri, name }: Folder): Promise<void> {
    const { prompts, openTerminal } = this.#deps;
    const open = l10n.t('New Terminal');
    const message = l10n.t(
      'New terminals, tasks, and debug sessions in “{0}” use the built-in emulator instead of the live API.',
      name,
    );
    if ((await prompts.notify('info', message, open)) === open) await openTerminal(uri);
  }
}
