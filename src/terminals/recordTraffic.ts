import * as l10n from '@vscode/l10n';
import type { Prompts } from '../platform/prompts';
import type { Connections } from '../service/connection';
import type { FolderSwitch } from './folderSwitch';
import type { ModeActions } from './modeActions';
import { chooseUpstream } from './modeMenu';
import { generating, type SessionModes } from './sessionModes';
import { chooseFolder } from './terminalMenu';
import type { Folder, TerminalSwitches } from './terminalSwitches';

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
