import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import type { PickItem, Prompts } from '../platform/prompts';
import type { EmulatorState } from '../service/emulator';
import { sessionOf } from '../service/folderSession';
import type { AnswerProblem } from './folderAnswers';
import type { Folder, TerminalSwitches } from './terminalSwitches';

type Switches = Pick<TerminalSwitches, 'isOn'>;

export interface ShownMode {
  readonly text: string;
  readonly isRecording: boolean;
  readonly problems: readonly AnswerProblem[];
}

interface TerminalAction {
  readonly action: 'toggle' | 'rules' | 'mode' | 'stop' | 'terminal' | 'file' | 'start' | 'window';
  readonly folder: Folder;
  readonly problem?: AnswerProblem;
}

/**
 * Returns the only folder or asks. Undefined if dismissed.
 * @param isRecorded whether the choice stops a folder's recording.
 */
export async function chooseFolder(
  prompts: Pick<Prompts, 'pick'>,
  title: string,
  folders: readonly Folder[],
  switches: Switches,
  isRecorded: (folder: Folder) => boolean = () => false,
): Promise<Folder | undefined> {
  if (folders.length < 2) return folders[0];
  const items = folders.map((folder) => ({
    label: folder.name,
    description: isRecorded(folder)
      ? l10n.t('Stop Recording')
      : switches.isOn(folder)
        ? l10n.t('On')
        : l10n.t('Off'),
    icon: isRecorded(folder) ? 'stop-circle' : 'folder',
    value: folder,
  }));
  return await prompts.pick({ title, placeholder: l10n.t('Select a folder') }, items);
}

/** Asks whether to record or replay this window or a folder's terminals. Undefined if dismissed. */
export async function chooseRecorded(
  prompts: Pick<Prompts, 'pick'>,
  folders: readonly Folder[],
  isRecorded: (folder: Folder) => boolean,
): Promise<Folder | 'window' | undefined> {
  return await prompts.pick<Folder | 'window'>(
    {
      title: l10n.t('Record or Replay'),
      placeholder: l10n.t('Select the requests to record or replay'),
    },
    [
      {
        label: l10n.t('VS Code requests'),
        detail: l10n.t('Requests that this window sends with its connection'),
        icon: 'window',
        value: 'window',
      },
      ...folders.map((folder) => ({
        label: l10n.t('Terminal requests from {0}', folder.name),
        detail: isRecorded(folder)
          ? l10n.t('Stop Recording')
          : l10n.t('Requests from apps that run in terminals, tasks, and the debugger'),
        icon: isRecorded(folder) ? 'stop-circle' : 'terminal',
        value: folder,
      })),
    ],
  );
}

export async function chooseTerminalAction(
  prompts: Pick<Prompts, 'pick'>,
  folders: readonly Folder[],
  switches: Switches,
  emulator: EmulatorState,
  modeOf: (folder: Folder) => Promise<ShownMode>,
): Promise<TerminalAction | undefined> {
  const [first] = folders;
  const stopped =
    first && emulator.status !== 'running' && emulator.status !== 'starting'
      ? [
          {
            label: l10n.t('Start Emulator'),
            icon: 'play',
            value: { action: 'start', folder: first } as const,
          },
        ]
      : [];
  const rowsOfAll = async (): Promise<readonly PickItem<TerminalAction>[]> => {
    const rows = await Promise.all(
      folders.map(async (folder) =>
        switches.isOn(folder) ? rowsOn(folder, await modeOf(folder)) : rowsOff(folder),
      ),
    );
    const all = rows.flat().map((row) => withSeparator(row, folders.length > 1));
    return [...stopped, ...all, ...(first ? [windowRow(first)] : [])];
  };
  const title = l10n.t('Configure Emulator for Terminals and Debugging');
  const placeholder = l10n.t('Select an action');
  return await prompts.pick<TerminalAction>({ title, placeholder }, rowsOfAll());
}

function rowsOn(
  folder: Folder,
  { text, isRecording, problems }: ShownMode,
): readonly PickItem<TerminalAction>[] {
  const off: PickItem<TerminalAction> = {
    label: l10n.t('Turn Off'),
    description: l10n.t('Active'),
    detail: l10n.t('Session {0}', sessionOf(folder)),
    icon: 'debug-stop',
    value: { action: 'toggle', folder },
  };
  const stop: PickItem<TerminalAction> = {
    label: l10n.t('Stop Recording'),
    icon: 'stop-circle',
    value: { action: 'stop', folder },
  };
  const mode: PickItem<TerminalAction> = {
    label: l10n.t('Select Response Source…'),
    description: text,
    icon: isRecording ? 'record' : 'settings',
    value: { action: 'mode', folder },
  };
  const terminal: PickItem<TerminalAction> = {
    label: l10n.t('New Terminal'),
    icon: 'terminal',
    value: { action: 'terminal', folder },
  };
  const rules = firstOfFiles(problems).map((problem) => rulesRow(folder, problem));
  return [off, ...(isRecording ? [stop] : []), ...rules, mode, terminal, fileRow(folder)];
}

function firstOfFiles(problems: readonly AnswerProblem[]): readonly AnswerProblem[] {
  const files = Map.groupBy(problems, ({ file }) => file);
  return [...files.values()].flatMap(([first]) => first ?? []);
}

function rulesRow(folder: Folder, problem: AnswerProblem): PickItem<TerminalAction> {
  const { file, line, message } = problem;
  return {
    label: l10n.t('Open {0}', basename(file)),
    description: l10n.t('Line {0}: {1}', line, message),
    icon: 'error',
    value: { action: 'rules', folder, problem },
  };
}

function rowsOff(folder: Folder): readonly PickItem<TerminalAction>[] {
  const on: PickItem<TerminalAction> = {
    label: l10n.t('Turn On'),
    description: l10n.t('Off: apps call the live API'),
    icon: 'debug-start',
    value: { action: 'toggle', folder },
  };
  return [on, fileRow(folder)];
}

function fileRow(folder: Folder): PickItem<TerminalAction> {
  return {
    label: l10n.t('Create .env.emulator File…'),
    description: l10n.t('For test runners and apps outside VS Code'),
    icon: 'new-file',
    value: { action: 'file', folder },
  };
}

function windowRow(folder: Folder): PickItem<TerminalAction> {
  return {
    label: l10n.t('Record or Replay VS Code Requests…'),
    description: l10n.t('Requests from VS Code itself'),
    icon: 'record',
    separator: '',
    value: { action: 'window', folder },
  };
}

function withSeparator(row: PickItem<TerminalAction>, isNamed: boolean): PickItem<TerminalAction> {
  const { action, folder } = row.value;
  return isNamed && action === 'toggle' ? { ...row, separator: folder.name } : row;
}
