import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { AppError, errorMessage } from '../base/errors';
import { readArguments } from '../emulator/commandLine';
import type { Emulator } from '../emulator/options';
import { startEmulator } from '../emulator/server';

const NOT_KEPT = 'This runtime has no database, and so nothing is kept in the data folder.';

/**
 * `start`: the emulator, until a signal, its parent or its input ends it. Prints one line of JSON when it listens. Throws
 * `AppError` for a wrong option, and where it can't start.
 */
export async function start(argv: readonly string[]): Promise<void> {
  const { options, untilInputEnds, readyFile } = readArguments(argv);
  const emulator = await startEmulator(options);
  if (options.dataFolder !== undefined && !emulator.isKept) {
    process.stderr.write(`emulator: ${NOT_KEPT}\n`);
  }
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    if (readyFile !== undefined) rmSync(readyFile, { force: true });
    void emulator.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  // A forked emulator ends with the process that forked it.
  process.once('disconnect', end);
  if (untilInputEnds) process.stdin.once('end', end).once('close', end).resume();
  const line = `${JSON.stringify(toldOf(emulator))}\n`;
  if (readyFile !== undefined) writeReadyFile(readyFile, line);
  process.stdout.write(line);
}

/** What is told of an emulator to those who start it. */
function toldOf(emulator: Emulator): Omit<Emulator, 'close' | 'isKept' | 'served'> {
  const { baseUrl, apiKey, accessToken, clientSecretFile, controlToken } = emulator;
  return { baseUrl, apiKey, accessToken, clientSecretFile, controlToken };
}

/** Whole from its first moment, and for its user's eyes only: it has credentials. */
function writeReadyFile(file: string, line: string): void {
  const fresh = `${file}.${process.pid}`;
  try {
    writeFileSync(fresh, line, { mode: 0o600, flag: 'wx' });
    renameSync(fresh, file);
  } catch (cause) {
    throw new AppError('badOption', `Cannot write ${file}: ${errorMessage(cause)}.`, { cause });
  }
}
