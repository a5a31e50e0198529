import * as vscode from 'vscode';
import type { Http } from '../api/transport';
import { AppError } from '../base/errors';
import type { Prompts } from '../platform/prompts';
import type { Emulator } from '../service/emulator';
import { askEmulator } from '../service/emulatorControl';
import { chooseMode } from './modeMenu';
import { countsText, modeText } from './modeTexts';
import { recordingsFolder, tellOfRecordings } from './recordingsNotice';
import {
  type FolderMode,
  type ModeChoice,
  type ModeCounts,
  SessionModes,
  type SessionModesDeps,
} from './sessionModes';
import type { ShownMode } from './terminalMenu';
import type { Folder } from './terminalSwitches';

/** The modes of this window's folders, in the emulator that runs. */
export function folderModes(
  emulator: Emulator,
  http: Http,
  onError: (error: unknown) => void,
): SessionModes {
  return new SessionModes({ emulator, onError, pathOf, ask: askSession(emulator, http) });
}

/** Asks the control API of a session of the emulator, which is started where it does not run. */
export function askSession(emulator: Emulator, http: Http): SessionModesDeps['ask'] {
  return async (session, method, path, body) => {
    const address = await emulator.start();
    const own = { ...address, baseUrl: `${address.baseUrl}/s/${session}` };
    return await askEmulator(http, own, method, path, body);
  };
}

function pathOf({ uri }: Pick<Folder, 'uri'>): string {
  const folder = vscode.Uri.parse(uri, true);
  if (folder.scheme === 'file') return folder.fsPath;
  throw new AppError(
    'notReadable',
    vscode.l10n.t('Recordings can only be kept in the file system of this machine.'),
  );
}

export interface ModeActionsDeps {
  readonly prompts: Prompts;
  readonly modes: SessionModes;
  readonly openTerminal: (folder: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** What the menu does with the mode of a folder. */
export interface ModeActions {
  readonly shown: (folder: Folder) => Promise<Omit<ShownMode, 'problems'>>;
  /** @param start starts the emulator where it does not run. */
  choose(folder: Folder, start: () => Promise<void>): Promise<void>;
  /** The emulator answers again; what was recorded is told. */
  leave(folder: Folder): Promise<void>;
  /** Tells that the emulator has ended amid a recording anew. @param start as in `choose`. */
  tellBroken(folder: Folder, was: FolderMode, start: () => Promise<void>): Promise<void>;
}

export function modeActions(deps: ModeActionsDeps): ModeActions {
  const { prompts, modes, openTerminal, onError } = deps;
  const { l10n } = vscode;

  async function tellBegun({ uri, name }: Folder, asks: string): Promise<void> {
    const open = l10n.t('New Terminal');
    const message = l10n.t(
      'What programs in “{0}” ask goes to {1} from now on, with keys of their own, and is recorded. Terminals that were open before have the emulator’s key: open a new one.',
      ...[name, asks],
    );
    if ((await prompts.notify('info', message, open)) === open) await openTerminal(uri);
  }

  /** Tells of a recording that is over with a change; that it is read is not waited for. */
  async function changing(
    folder: Folder,
    change: () => Promise<ModeCounts | undefined>,
  ): Promise<void> {
    const before = modes.of(folder);
    const counts = await change();
    if (before?.asks === undefined || !counts) return;
    const message = l10n.t('Recording of “{0}”: {1}.', folder.name, countsText(counts, l10n));
    const level = counts.withheld > 0 ? 'warning' : 'info';
    const place = await recordingsFolder(before.path);
    void tellOfRecordings(prompts, level, message, place, counts.notes).catch(onError);
  }

  async function begin(folder: Folder, choice: ModeChoice): Promise<void> {
    await changing(folder, () => modes.set(folder, choice));
    const asks = modes.of(folder)?.asks;
    if (asks !== undefined) void tellBegun(folder, asks).catch(onError);
  }

  return {
    async shown(folder) {
      const mode = modes.of(folder) ?? { mode: 'generate', asks: undefined };
      // The menu is there without them too.
      const counts = await modes.counts(folder).catch(() => undefined);
      return { text: modeText(mode, counts, l10n), isRecording: modes.isRecording(folder) };
    },
    async choose(folder, start) {
      const choice = await chooseMode(prompts, l10n, folder, modes.of(folder));
      if (!choice) return;
      await start();
      await begin(folder, choice);
    },
    leave: (folder) => changing(folder, () => modes.leave(folder)),
    async tellBroken(folder, was, start) {
      const again = l10n.t('Record Again');
      const message = l10n.t(
        'The built-in emulator has ended, and the recording of “{0}” with it. From its next start on it answers itself; earlier recordings are still there.',
        folder.name,
      );
      if ((await prompts.notify('warning', message, again)) !== again) return;
      await start();
      await begin(folder, was);
    },
  };
}
