import { environmentOf, KEY_NAMES, withoutKeys } from '../api/clientEnvironment';
import { AppError } from '../base/errors';
import {
  type Arguments,
  argumentsOf,
  optionRows,
  type RecordingArguments,
} from '../emulator/commandLine';
import { parseOptions } from '../emulator/parseOptions';
import type { ResponseCounts, ServedRequest } from '../emulator/requestLog';
import { startEmulator } from '../emulator/server';
import { openMockFiles, unusedMocksText } from './mockFiles';
import { confirmHost, printOpenAddresses, readCertificate } from './hostAccess';
import { placeRows, readPlace } from './environment';
import { EXIT } from './exitCodes';
import { liveSockets } from './liveSockets';
import { haveFailed, recordingsText, createResponseSources } from './responseSources';
import { SupervisedCommand } from './supervisedCommand';

type RunningCommand = Pick<SupervisedCommand, 'ended' | 'release'>;
type StartCommand = (...command: ConstructorParameters<typeof SupervisedCommand>) => RunningCommand;

/**
 * `exec`: runs a command with an emulator. Returns the command's exit code, or 128 + signal number.
 * Throws `AppError` for invalid options, or if either can't start.
 * @param mode default mode
 * @param startCommand starts the command
 */
export async function exec(
  argv: readonly string[],
  mode?: string,
  startCommand: StartCommand = (...command) => new SupervisedCommand(...command),
): Promise<number> {
  const at = argv.indexOf('--');
  const [command, ...args] = at < 0 ? [] : argv.slice(at + 1);
  if (command === undefined) {
    throw new AppError('badOption', 'Add the command after --, for example exec -- npm test.');
  }
  const values = parseOptions(argv.slice(0, at), { ...optionRows, ...placeRows });
  const { session, version } = readPlace(values);
  if (mode !== undefined && values.mode !== undefined) {
    throw new AppError('badOption', `This command always uses the mode ${mode}.`, {
      hint: 'To use another mode, run exec --mode ….',
    });
  }
  const asked = argumentsOf(values);
  rejectStartOptions(asked);
  await confirmHost(asked);
  const certificate = readCertificate(asked);
  const { recording, options } = asked;
  if (mode === undefined) warnIfNoMode(recording);
  const answers = openMockFiles(asked.answers);
  const standIns = createResponseSources(mode === undefined ? recording : { ...recording, mode });
  let supervised: RunningCommand | undefined;
  let code: number = EXIT.failed;
  try {
    standIns.claim(session ?? '');
    const emulator = await startEmulator(
      { ...options, ...(certificate && { tls: certificate.tls }), answers, standIn: standIns.of },
      liveSockets(),
    );
    printOpenAddresses(emulator);
    const { baseUrl, apiKey } = emulator;
    const place = { baseUrl, apiKey, session, version, certificate: certificate?.file };
    const led = {
      ...environmentOf(place, process.env),
      EMULATOR_CONTROL_TOKEN: emulator.controlToken,
    };
    if (standIns.relays) warnIfNoKey();
    try {
      supervised = startCommand(command, args, standIns.relays ? withoutKeys(led) : led);
      code = await supervised.ended;
    } finally {
      // A failed command may not have sent all its requests.
      if (code !== EXIT.passed) standIns.cutShort();
      await emulator.close();
      const { counts } = standIns;
      const unruled = answers.misses;
      process.stderr.write(
        summaryText(emulator.served(), emulator.answers(), unruled) + recordingsText(counts),
      );
      process.stderr.write(unusedMocksText(answers.unused()));
      const { summary } = standIns.spending;
      if (summary !== undefined) process.stderr.write(`emulator: ${summary}\n`);
      if (code === EXIT.passed && (unruled > 0 || haveFailed(counts))) code = EXIT.failed;
    }
  } finally {
    standIns.close();
    answers.dispose();
    supervised?.release();
  }
  return code;
}

/** Rejects options that only `start` supports, instead of ignoring them. */
function rejectStartOptions({ readyFile, untilReleased, untilInputEnds }: Arguments): void {
  const given = { 'ready-file': readyFile, 'until-released': untilReleased };
  const [name] =
    Object.entries({ ...given, 'until-input-ends': untilInputEnds }).find(([, value]) => value) ??
    [];
  if (name === undefined) return;
  throw new AppError(
    'badOption',
    `--${name} is an option of start. This command ends with the command that it runs.`,
  );
}

/**
 * Warns that recording options have no effect without a mode, because the run would pass without
 * testing anything.
 */
function warnIfNoMode({
  mode,
  recordings,
  upstream,
  replaySpeed,
  budget,
}: RecordingArguments): void {
  if (mode !== 'generate') return;
  const all = { recordings, upstream, budget, 'replay-speed': replaySpeed };
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.length === 0) return;
  const names = given.map((name) => `--${name}`).join(' and ');
  process.stderr.write(
    `emulator: ${names} ${given.length === 1 ? 'has' : 'have'} no effect without a --mode that records or replays.\n`,
  );
}

function warnIfNoKey(): void {
  if (KEY_NAMES.some((name) => Boolean(process.env[name]))) return;
  process.stderr.write(`emulator: No API key is set in ${KEY_NAMES.join(', ')}.\n`);
}

/** Returns the summary of requests for stderr; stdout belongs to the command. */
function summaryText(
  served: readonly ServedRequest[],
  answers: ResponseCounts,
  unruled: number,
): string {
  const total = served.reduce((all, { requests }) => all + requests, 0);
  const lines = served.map(({ operation, requests, refused }) => {
    const codes = Object.entries(refused).map(
      ([status, count]) => `${count} × ${statusText(status)}`,
    );
    const note = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
    return `  ${String(requests).padStart(6)} ${operation}${note}\n`;
  });
  const by = RESPONSE_SOURCES.flatMap(([kind, text]) =>
    answers[kind] ? [`${answers[kind]} ${text}`] : [],
  );
  const all = `${total} request${total === 1 ? '' : 's'}`;
  const without = unruled > 0 ? [`${unruled} unmatched`] : [];
  return `emulator: ${[all, ...by, ...without].join(', ')}\n${lines.join('')}`;
}

const RESPONSE_SOURCES = [
  ['mock', 'from mocks'],
  ['recording', 'from recordings'],
  ['upstream', 'from upstream'],
  ['miss', 'without a recording'],
] as const;

const statusText = (status: string): string => (status === '0' ? 'cut off' : status);
