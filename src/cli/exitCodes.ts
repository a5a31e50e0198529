import { AppError } from '../base/errors';

/** What every command ends with; `exec` passes on the code of its own command. */
export const EXIT = {
  passed: 0,
  failed: 1,
  /** An option, an input or the runtime is wrong. */
  badInput: 2,
  /** The port or the folder of recordings is taken, or the emulator could not start. */
  notStarted: 3,
  notMeasured: 4,
  /** The data folder can't be used: whoever started it may move that away. */
  dataUnusable: 5,
} as const;

const BY_REASON: { readonly [reason: string]: number } = {
  badOption: EXIT.badInput,
  oldNode: EXIT.badInput,
  portBusy: EXIT.notStarted,
  cannotListen: EXIT.notStarted,
  recordingsBusy: EXIT.notStarted,
  dataUnusable: EXIT.dataUnusable,
  noCommand: EXIT.badInput,
};

/** The exit code for what a command has thrown. */
export function exitCodeOf(error: unknown): number {
  const reason = error instanceof AppError ? String(error.reason) : '';
  return BY_REASON[reason] ?? EXIT.failed;
}
