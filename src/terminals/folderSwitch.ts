import * as l10n from '@vscode/l10n';
import type { Prompts } from '../platform/prompts';
import { SingleFlight } from '../base/async';
import type { Connections } from '../service/connection';
import type { FolderAnswers } from './folderAnswers';
import type { ModeActions } from './modeActions';
import { chooseUpstream } from './modeMenu';
import type { RememberedFolder } from './rememberedFolders';
import { type Folder, type TerminalSwitches, requireSameMachine } from './terminalSwitches';
import type { SessionFollowing } from './sessionFollowing';
import { generating, type SessionModes } from './sessionModes';
import { chooseFolder } from './terminalMenu';

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

interface RecordTrafficDeps {
  readonly prompts: Pick<Prompts, 'input' | 'pick'>;
  readonly connections: Pick<Connections, 'active'>;
  readonly switches: Pick<TerminalSwitches, 'isOn'>;
  readonly modes: Pick<SessionModes, 'isRecording' | 'of'>;
  readonly actions: Pick<ModeActions, 'begin' | 'stop'>;
  readonly folderSwitch: Pick<FolderSwitch, 'ready' | 'turnOff'>;
}

/**
 * Starts recording a folder's requests, or stops it and lists the results. Unchanged if canceled or on
 * failure.
 */
export async function recordTraffic(
  deps: RecordTrafficDeps,
  folders: readonly Folder[],
): Promise<void> {
  const { prompts, connections, switches, modes, actions, folderSwitch } = deps;
  const title = l10n.t('Record Terminal Requests');
  const isRecorded = (one: Folder): boolean => modes.isRecording(one);
  const folder = await chooseFolder(prompts, title, folders, switches, isRecorded);
  if (!folder) return;
  if (isRecorded(folder)) {
    await actions.stop(folder);
    return;
  }
  const upstream = await chooseUpstream('record', prompts, title, folder, connections.active);
  if (upstream === undefined) return;
  const wasOn = switches.isOn(folder);
  await folderSwitch.ready(folder);
  try {
    await actions.begin(folder, { ...generating(modes.of(folder)), mode: 'record', upstream });
  } catch (error) {
    if (!wasOn) await folderSwitch.turnOff(folder);
    throw error;
  }
}
