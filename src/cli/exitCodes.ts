import { AppError } from '../base/errors';

/** Exit codes of all commands; `exec` returns its command's code. */
export const EXIT = {
  passed: 0,
  failed: 1,
  badInput: 2,
  /** The port or recordings folder is in use, or the emulator couldn't start. */
  notStarted: 3,
  notMeasured: 4,
  /** The data folder is unusable; the caller may move the folder. */
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

export function exitCodeOf(error: unknown): number {
  const reason = error instanceof AppError ? String(error.reason) : '';
  return BY_REASON[reason] ?? EXIT.failed;
}
