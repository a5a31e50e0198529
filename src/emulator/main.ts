import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { AppError, errorMessage } from '../base/errors';
import { helpText, readArguments } from './commandLine';
import { startEmulator } from './server';

/** Exit codes by the reason of the failure; 1 for any other. */
const exitCodes: { readonly [reason: string]: number } = {
  badOption: 2,
  oldNode: 2,
  // The parent may try another port.
  portBusy: 3,
  // The parent may move the data away.
  dataUnusable: 4,
};

const NOT_KEPT = 'This runtime has no database, and so nothing is kept in the data folder.';

// The first with a database that needs no flag; what is older lacks more than that.
const [MAJOR, MINOR] = [22, 13];

/** One line where Node.js itself is too old: half of the emulator would work, and fail somewhere. */
function refuseOldNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return;
  throw new AppError(
    'oldNode',
    `Node.js ${MAJOR}.${MINOR} or later is needed, and this is ${version}.`,
  );
}

async function main(): Promise<void> {
  refuseOldNode(process.versions.node);
  if (process.argv.includes('--help')) {
    process.stdout.write(helpText());
    return;
  }
  const { options, untilInputEnds, readyFile } = readArguments(process.argv.slice(2));
  const emulator = await startEmulator(options);
  if (options.dataFolder !== undefined && !emulator.isKept) {
    process.stderr.write(`emulator: ${NOT_KEPT}\n`);
  }
  const { baseUrl, apiKey, accessToken, clientSecretFile, controlToken } = emulator;
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
  const line = `${JSON.stringify({ baseUrl, apiKey, accessToken, clientSecretFile, controlToken })}\n`;
  if (readyFile !== undefined) writeReadyFile(readyFile, line);
  process.stdout.write(line);
}

/** Whole from its first moment, and for its user's eyes only: it has credentials. */
function writeReadyFile(file: string, line: string): void {
  const fresh = `${file}.${process.pid}`;
  try {
    writeFileSync(fresh, line, { mode: 0o600, flag: 'wx' });
    renameSync(fresh, file);
  } catch (error) {
    throw new AppError('badOption', `Cannot write ${file}: ${errorMessage(error)}.`, {
      cause: error,
    });
  }
}

main().catch((error: unknown) => {
  const hint = error instanceof AppError && error.hint !== undefined ? ` ${error.hint}` : '';
  process.stderr.write(`emulator: ${errorMessage(error)}${hint}\n`);
  const reason = error instanceof AppError ? String(error.reason) : '';
  process.exit(exitCodes[reason] ?? 1);
});
