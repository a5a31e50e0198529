import * as l10n from '@vscode/l10n';
import type { StatusTexts } from '../platform/statusBar';
import type { EmulatorState } from '../service/emulator';
import type { FolderMode, Mode, ModeCounts } from './sessionModes';
import type { Folder } from './terminalSwitches';

export function modeName(mode: Mode): string {
  switch (mode) {
    case 'generate':
      return l10n.t('Emulator');
    case 'replay':
      return l10n.t('Replay');
    case 'record':
      return l10n.t('Record');
    case 'record-missing':
      return l10n.t('Record Missing');
    case 'auto':
      return l10n.t('Auto');
  }
}

export function modeDetail(mode: Mode): string {
  switch (mode) {
    case 'generate':
      return l10n.t('The emulator generates responses.');
    case 'replay':
      return l10n.t('Replays recordings. Requests without a recording fail with 404.');
    case 'record':
      return l10n.t(
        'Forwards requests to the upstream API and records the responses. Replaces earlier recordings of the same requests.',
      );
    case 'record-missing':
      return l10n.t('Replays recordings. Forwards and records requests that have none.');
    case 'auto':
      return l10n.t('Same as Record Missing if an upstream API is set. Otherwise, same as Replay.');
  }
}

/** Returns a status such as "Record, asking https://…: 3 recorded, 1 missing". */
export function modeText(
  { mode, asks }: Pick<FolderMode, 'mode' | 'asks'>,
  counts: ModeCounts | undefined,
): string {
  const name = modeName(mode);
  const head = asks === undefined ? name : l10n.t('{0}, upstream {1}', name, asks);
  if (mode === 'generate' || !counts) return head;
  return `${head}: ${countsText(counts)}`;
}

export function endText(
  { name }: Pick<Folder, 'name'>,
  { asks }: Pick<FolderMode, 'asks'>,
  counts: ModeCounts,
): string {
  const said = countsText(counts);
  return asks === undefined
    ? l10n.t('Stopped replaying recordings for “{0}”: {1}.', name, said)
    : l10n.t('Recording of “{0}”: {1}.', name, said);
}

/** Returns the counts in one line, without zeros. */
export function countsText({ hits, misses, recorded, withheld, unused }: ModeCounts): string {
  const said = [
    ...(recorded > 0 ? [l10n.t('{0} recorded', recorded)] : []),
    ...(hits > 0 ? [l10n.t('{0} from recordings', hits)] : []),
    ...(misses > 0 ? [l10n.t('{0} missing', misses)] : []),
    ...(unused > 0 ? [l10n.t('{0} unused', unused)] : []),
    ...(withheld > 0 ? [l10n.t('{0} couldn’t be recorded', withheld)] : []),
  ];
  return said.length > 0 ? said.join(', ') : l10n.t('no requests');
}

interface StatusState {
  readonly on: readonly string[];
  readonly folders: number;
  readonly emulator: EmulatorState;
  /** Folders whose responses don't come from the emulator alone. */
  readonly modes: readonly FolderAndMode[];
  readonly wrong: readonly FolderAndFile[];
}

export interface FolderAndMode {
  readonly folder: string;
  readonly mode: Pick<FolderMode, 'mode' | 'asks'>;
}

interface FolderAndFile {
  readonly folder: string;
  readonly file: string;
}

export function statusTexts({ on, folders, emulator, modes, wrong }: StatusState): StatusTexts {
  const change = l10n.t('Click to change.');
  if (on.length === 0) {
    const off = l10n.t('Apps in terminals and the debugger call the live API.');
    return { icon: 'terminal', label: l10n.t('Terminals: Emulator Off'), details: [off, change] };
  }
  const led = on.join(', ');
  if (emulator.status !== 'running') {
    const reason =
      emulator.status === 'failed'
        ? emulator.message
        : l10n.t('The emulator isn’t running, so their requests fail.');
    return {
      icon: emulator.status === 'starting' ? 'loading~spin' : 'warning',
      label: l10n.t('Terminals: Emulator Stopped'),
      details: [
        l10n.t('Apps in terminals and the debugger call the emulator: {0}.', led),
        reason,
        l10n.t('The emulator starts with the next debug session.'),
        change,
      ],
    };
  }
  const names = modes.map(({ mode }) => modeName(mode.mode));
  const others = modes.length < on.length ? [l10n.t('Emulator')] : [];
  const what = [...new Set([...others, ...names])].join(', ');
  const label =
    folders > 1
      ? l10n.t('Terminals: {0} ({1} of {2})', what, on.length, folders)
      : l10n.t('Terminals: {0}', what);
  const isRecording = modes.some(({ mode }) => mode.asks !== undefined);
  return {
    icon: isRecording ? 'record' : wrong.length > 0 ? 'warning' : 'terminal',
    label,
    details: [
      l10n.t('Apps in terminals and the debugger call the emulator: {0}.', led),
      ...modes.map(({ folder, mode: { mode, asks } }) =>
        asks === undefined
          ? `${folder}: ${modeName(mode)}.`
          : l10n.t(
              '{0}: {1}. Apps call {2} through the emulator, and their requests are recorded.',
              folder,
              modeName(mode),
              asks,
            ),
      ),
      ...wrong.map(({ folder, file }) =>
        l10n.t(
          '{0}: {1} has errors. The previous mocks stay active until you fix them.',
          folder,
          file,
        ),
      ),
      l10n.t('The emulator is running on port {0}.', emulator.port),
      l10n.t('Terminals that were already open keep their previous environment.'),
      change,
    ],
  };
}
