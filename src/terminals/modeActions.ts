import * as l10n from '@vscode/l10n';
import type { Prompts } from '../platform/prompts';
import { chooseMode } from './modeMenu';
import { endText, modeText } from './modeTexts';
import type { RememberedFolder } from './rememberedFolders';
import type { RecordingsFolder } from './recordingsNotice';
import type {
  EndedRun,
  FolderMode,
  Mode,
  ModeChoice,
  ModeCounts,
  Note,
  SessionModes,
} from './sessionModes';
import type { ShownMode } from './terminalMenu';
import type { Folder } from './terminalSwitches';

const RECORDING: ReadonlySet<Mode> = new Set(['record', 'record-missing']);

interface EndNotices {
  folder(path: string): Promise<RecordingsFolder>;
  tell(
    level: 'info' | 'warning',
    message: string,
    folder: RecordingsFolder,
    notes: readonly Note[],
  ): Promise<void>;
  /**
   * Shows the list of results.
   * @param path the recordings folder.
   */
  list(message: string, path: string, notes: readonly Note[]): Promise<void>;
}

interface ModeActionsDeps {
  readonly prompts: Pick<Prompts, 'input' | 'notify' | 'pick'>;
  readonly modes: SessionModes;
  readonly notices: EndNotices;
  readonly ready: (folder: Folder) => Promise<void>;
  readonly openTerminal: (folder: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export class ModeActions {
  readonly #deps: ModeActionsDeps;

  constructor(deps: ModeActionsDeps) {
    this.#deps = deps;
  }

  async shown(folder: Folder): Promise<Omit<ShownMode, 'problems'>> {
    const { modes } = this.#deps;
    const mode = modes.of(folder) ?? { mode: 'generate', asks: undefined };
    // The menu also works without counts.
    const counts = await modes.counts(folder).catch(() => undefined);
    return { text: modeText(mode, counts), isRecording: modes.isRecording(folder) };
  }

  async choose(folder: Folder): Promise<void> {
    const { prompts, modes, ready } = this.#deps;
    const choice = await chooseMode(prompts, folder, modes.of(folder));
    if (!choice) return;
    await ready(folder);
    await this.begin(folder, choice);
  }

  /** Starts a mode; requires the emulator. Throws `AppError` on failure, without changes. */
  async begin(folder: Folder, choice: ModeChoice): Promise<void> {
    const { modes, onError } = this.#deps;
    const end = await this.#ended(folder, () => modes.set(folder, choice));
    if (end) await this.#tell(folder, end);
    const asks = modes.of(folder)?.asks;
    if (asks !== undefined) void this.#tellBegun(folder, asks).catch(onError);
    else if (RECORDING.has(choice.mode)) void this.#tellHeld(folder).catch(onError);
  }

  async leave(folder: Folder): Promise<void> {
    const end = await this.#ended(folder, () => this.#deps.modes.leave(folder));
    if (end) await this.#tell(folder, end);
  }

  /**
   * Ends the mode of a folder that is turned off.
   * @param isShared whether the folder is on in another window.
   */
  async quit(folder: Folder, isShared: boolean): Promise<void> {
    const end = await this.#ended(folder, () => this.#deps.modes.quit(folder, isShared));
    if (end) await this.#tell(folder, end);
  }

  /** Prepares a folder that is turned on, and reports a run that a closed window left on. */
  async enter(folder: Folder, isShared: boolean): Promise<void> {
    const { modes } = this.#deps;
    const end = await modes.begin(folder, isShared);
    if (end) await this.#tell(folder, end, l10n.t('The window that started it was closed.'));
  }

  /** Restores the mode after a reload; call after `enter`. */
  async restore(folder: Folder, { choice, wasRecording }: RememberedFolder): Promise<void> {
    const { modes, prompts, onError } = this.#deps;
    const now = modes.of(folder)?.mode ?? 'generate';
    if (now !== 'generate') return;
    if (choice.mode !== 'generate') await modes.set(folder, choice);
    if (!wasRecording) return;
    const message = l10n.t(
      'Recording of “{0}” stopped because the window was closed. The emulator responds to its requests now.',
      folder.name,
    );
    // Not awaited: the message isn't required.
    void prompts.notify('info', message).catch(onError);
  }

  /** Stops a recording and lists the results. Another window may have stopped it already. */
  async stop(folder: Folder): Promise<void> {
    const { modes, notices, prompts } = this.#deps;
    if (!modes.isRecording(folder)) {
      await prompts.notify('info', l10n.t('“{0}” is no longer being recorded.', folder.name));
      return;
    }
    const end = await this.#ended(folder, () => modes.leave(folder));
    if (!end) return;
    const { was, counts } = end;
    if (counts.notes.length === 0) await this.#tell(folder, end);
    else await notices.list(endText(folder, was, counts), was.path, counts.notes);
  }

  async tellBroken(folder: Folder, was: FolderMode): Promise<void> {
    const { prompts, ready } = this.#deps;
    const again = l10n.t('Resume Recording');
    const message = l10n.t(
      'The built-in emulator and the recording of “{0}” stopped. Once restarted, the emulator generates responses. Earlier recordings are saved.',
      folder.name,
    );
    if ((await prompts.notify('warning', message, again)) !== again) return;
    await ready(folder);
    await this.begin(folder, was);
  }

  async #tellBegun(folder: Folder, asks: string): Promise<void> {
    const { prompts, openTerminal } = this.#deps;
    const open = l10n.t('New Terminal');
    const message = l10n.t(
      'Requests from “{0}” now go to {1} with your app’s own keys and are recorded. Open a new terminal. Existing ones use the emulator’s key.',
      folder.name,
      asks,
    );
    // No stop button: the notification may outlast the recording, and the status bar has one.
    if ((await prompts.notify('info', message, open)) === open) await openTerminal(folder.uri);
  }

  async #tellHeld({ name }: Folder): Promise<void> {
    const { prompts } = this.#deps;
    const message = l10n.t(
      'Recording is off because the CI environment variable is set. Replaying recordings for “{0}”.',
      name,
    );
    await prompts.notify('warning', message);
  }

  async #ended(
    folder: Folder,
    change: () => Promise<ModeCounts | undefined>,
  ): Promise<EndedRun | undefined> {
    const was = this.#deps.modes.of(folder);
    const counts = await change();
    return was && was.mode !== 'generate' && counts ? { was, counts } : undefined;
  }

  /** Not awaited: the message isn't required. */
  async #tell(folder: Folder, { was, counts }: EndedRun, why = ''): Promise<void> {
    const { notices, onError } = this.#deps;
    const level = counts.withheld > 0 ? 'warning' : 'info';
    const message = `${endText(folder, was, counts)} ${why}`.trimEnd();
    const place = await notices.folder(was.path);
    void notices.tell(level, message, place, counts.notes).catch(onError);
  }
}
