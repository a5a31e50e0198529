import { AppError, errorMessage } from '../base/errors';
import { readArguments } from './args';
import { helpText } from './help';
import { startEmulator } from './server';

/** What it ends with, by the reason: other failures are 1. */
const exitCodes: { readonly [reason: string]: number } = {
  badOption: 2,
  // Whoever started it may take another.
  portBusy: 3,
};

const NOT_KEPT =
  'This runtime has no database (Node.js has one from 22.13 on): nothing is kept in the data folder.';

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(helpText());
    return;
  }
  const { options, untilInputEnds } = readArguments(process.argv.slice(2));
  const emulator = await startEmulator(options);
  if (options.dataFolder !== undefined && !emulator.isKept) {
    process.stderr.write(`emulator: ${NOT_KEPT}\n`);
  }
  const { baseUrl, apiKey, accessToken, clientSecretFile, controlToken } = emulator;
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    void emulator.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  // A forked emulator ends with the process that forked it.
  process.once('disconnect', end);
  if (untilInputEnds) process.stdin.once('end', end).once('close', end).resume();
  const line = { baseUrl, apiKey, accessToken, clientSecretFile, controlToken };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

main().catch((error: unknown) => {
  const hint = error instanceof AppError && error.hint !== undefined ? ` ${error.hint}` : '';
  process.stderr.write(`emulator: ${errorMessage(error)}${hint}\n`);
  const reason = error instanceof AppError ? String(error.reason) : '';
  process.exit(exitCodes[reason] ?? 1);
});
