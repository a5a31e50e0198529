import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { systemClock } from '../base/clock';
import { AppError, errorMessage } from '../base/errors';
import { readArguments } from '../emulator/commandLine';
import { KeepAliveClients } from '../emulator/openRequests';
import type { Emulator } from '../emulator/options';
import { startEmulator } from '../emulator/server';
import { openMockFiles } from './mockFiles';
import { liveSockets } from './liveSockets';
import { confirmHost, printOpenAddresses, readCertificate } from './hostAccess';
import { watchParent } from './supervisedCommand';
import { EXIT } from './exitCodes';
import { haveFailed, recordingsText, createResponseSources } from './responseSources';

/**
 * `start`: runs the emulator until a signal, or until its parent or stdin ends. Prints JSON lines.
 * Returns the exit code. Throws `AppError` for invalid options or a failed start.
 */
export async function start(argv: readonly string[]): Promise<number> {
  const asked = readArguments(argv);
  const { options, untilInputEnds, untilReleased, readyFile, recording } = asked;
  if (readyFile !== undefined) rmSync(readyFile, { force: true });
  const standIns = createResponseSources(recording);
  await confirmHost(asked);
  const certificate = readCertificate(asked);
  const answers = openMockFiles(asked.answers);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const holds = untilReleased ? new KeepAliveClients(systemClock, end) : undefined;
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
  printOpenAddresses(emulator);
  const events = [
    'SIGTERM',
    'SIGINT',
    // Save recordings if the terminal closes. In other modes, don't override `nohup`.
    ...(standIns.relays ? ['SIGHUP'] : []),
    // A forked emulator ends with its parent unless others need it.
    ...(untilReleased ? [] : ['disconnect']),
  ];
  for (const event of events) process.once(event, end);
  // npm doesn't signal its children when it ends.
  if (process.env.npm_execpath !== undefined) watchParent(end);
  // The process that reads the output may end before the emulator does.
  if (untilReleased)
    for (const output of [process.stdout, process.stderr]) output.on('error', noop);
  if (untilInputEnds) process.stdin.once('end', end).once('close', end).resume();
  const line = `${JSON.stringify({ ...readyLine(emulator), certificate: certificate?.file })}\n`;
  if (readyFile !== undefined) writeReadyFile(readyFile, line);
  process.stdout.write(line);
  await ended;
  if (readyFile !== undefined) rmSync(readyFile, { force: true });
  answers.dispose();
  await emulator.close();
  for (const event of events) process.off(event, end);
  // In `generate` mode, other programs check sessions whose mode they changed.
  if (recording.mode === 'generate') return EXIT.passed;
  const { counts } = standIns;
  process.stderr.write(recordingsText(counts));
  const { summary } = standIns.spending;
  if (summary !== undefined) process.stderr.write(`emulator: ${summary}\n`);
  return haveFailed(counts) ? EXIT.failed : EXIT.passed;
}

const noop = (): void => undefined;

function readyLine(
  emulator: Emulator,
): Pick<Emulator, 'baseUrl' | 'apiKey' | 'accessToken' | 'clientSecretFile' | 'controlToken'> {
  const { baseUrl, apiKey, accessToken, clientSecretFile, controlToken } = emulator;
  return { baseUrl, apiKey, accessToken, clientSecretFile, controlToken };
}

/** Written atomically and readable only by the user, because the file contains credentials. */
function writeReadyFile(file: string, line: string): void {
  const fresh = `${file}.${process.pid}`;
  try {
    writeFileSync(fresh, line, { mode: 0o600, flag: 'wx' });
    renameSync(fresh, file);
  } catch (cause) {
    throw new AppError('badOption', `Couldn’t write ${file}: ${errorMessage(cause)}.`, { cause });
  }
}
