import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { systemClock } from '../base/clock';
import { AppError, errorMessage } from '../base/errors';
import { readArguments } from '../emulator/commandLine';
import { Holds } from '../emulator/holds';
import type { Emulator } from '../emulator/options';
import { startEmulator } from '../emulator/server';
import { openAnswers } from './answers';
import { liveSockets } from './liveSockets';
import { readCertificate } from './certificate';
import { agreeToHost, tellWhereOpen } from './openHost';
import { watchParent } from './parentWatch';
import { EXIT } from './exitCodes';
import { haveFailed, recordingsText, standInsOf } from './standIns';

const NOT_KEPT = 'This runtime has no SQLite, so nothing is stored in the data folder.';

/**
 * `start`: the emulator, until a signal, its parent or its input ends it. Prints one line of JSON when it listens, and at its
 * end, where it replays or records, what that came to. Gives the exit code. Throws `AppError` for a wrong option, and where
 * it can't start.
 */
export async function start(argv: readonly string[]): Promise<number> {
  const asked = readArguments(argv);
  const { options, untilInputEnds, untilReleased, readyFile, recording } = asked;
  // One that was left by another would be taken for this one's.
  if (readyFile !== undefined) rmSync(readyFile, { force: true });
  const standIns = standInsOf(recording);
  await agreeToHost(asked);
  const certificate = readCertificate(asked);
  const answers = openAnswers(asked.answers);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const holds = untilReleased ? new Holds(systemClock, end) : undefined;
  const emulator = await startEmulator(
    {
      ...options,
      ...(certificate && { tls: certificate.tls }),
      answers,
      standIn: standIns.of,
      ...(holds && { holds }),
    },
    liveSockets(),
  );
  tellWhereOpen(emulator);
  if (options.dataFolder !== undefined && !emulator.isKept) {
    process.stderr.write(`emulator: ${NOT_KEPT}\n`);
  }
  const events = [
    ...['SIGTERM', 'SIGINT'],
    // A terminal that is closed would take what was recorded with it. Otherwise `nohup` may have its way.
    ...(standIns.relays ? ['SIGHUP'] : []),
    // A forked emulator ends with the process that forked it, where nobody else needs it.
    ...(untilReleased ? [] : ['disconnect']),
  ];
  for (const event of events) process.once(event, end);
  // npm ends without a word to what it has started.
  if (process.env.npm_execpath !== undefined) watchParent(end);
  // Whoever has started it and reads what it writes may be gone, and others need it still.
  if (untilReleased)
    for (const output of [process.stdout, process.stderr]) output.on('error', ignore);
  if (untilInputEnds) process.stdin.once('end', end).once('close', end).resume();
  const line = `${JSON.stringify({ ...toldOf(emulator), certificate: certificate?.file })}\n`;
  if (readyFile !== undefined) writeReadyFile(readyFile, line);
  process.stdout.write(line);
  await ended;
  if (readyFile !== undefined) rmSync(readyFile, { force: true });
  answers.dispose();
  await emulator.close();
  for (const event of events) process.off(event, end);
  // In `generate`, sessions that were told another mode have their own who looks at them.
  if (recording.mode === 'generate') return EXIT.passed;
  const { counts } = standIns;
  process.stderr.write(recordingsText(counts));
  return haveFailed(counts) ? EXIT.failed : EXIT.passed;
}

const ignore = (): void => undefined;

/** What is told of an emulator to those who start it. */
function toldOf(
  emulator: Emulator,
): Pick<Emulator, 'baseUrl' | 'apiKey' | 'accessToken' | 'clientSecretFile' | 'controlToken'> {
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
