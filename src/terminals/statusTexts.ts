import * as l10n from '@vscode/l10n';
import type { StatusTexts } from '../platform/statusBar';
import type { EmulatorState } from '../service/emulator';
import { modeName } from './modeTexts';
import type { FolderMode } from './sessionModes';

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
