import { environmentOf, KEY_NAMES, withoutKeys } from '../api/clientEnvironment';
import { AppError } from '../base/errors';
import {
  type Arguments,
  argumentsOf,
  optionRows,
  type RecordingArguments,
} from '../emulator/commandLine';
import { parseOptions } from '../emulator/parseOptions';
import type { AnswerCounts, Served } from '../emulator/tally';
import { startEmulator } from '../emulator/server';
import { openAnswers, unusedText } from './answers';
import { readCertificate } from './certificate';
import { placeRows, readPlace } from './environment';
import { EXIT } from './exitCodes';
import { liveSockets } from './liveSockets';
import { agreeToHost, tellWhereOpen } from './openHost';
import { haveFailed, recordingsText, standInsOf } from './standIns';
import { SupervisedCommand } from './supervisedCommand';

type RunningCommand = Pick<SupervisedCommand, 'ended' | 'release'>;
type StartCommand = (...command: ConstructorParameters<typeof SupervisedCommand>) => RunningCommand;

/**
 * `exec`: runs a command with an emulator beside it, and its environment set to that. Gives the command's exit code, or as
 * shells do, 128 and the number of the signal that ended it. Throws `AppError` for wrong options, where the emulator can't
 * start, and where there is no such command.
 * @param mode in which it is; the options may name none then.
 * @param startCommand starts the command.
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
    throw new AppError('badOption', `This command is of one mode, ${mode}.`, {
      hint: 'To use another one, run exec --mode ….',
    });
  }
  const asked = argumentsOf(values);
  refuseOfStart(asked);
  await agreeToHost(asked);
  const certificate = readCertificate(asked);
  const { recording, options } = asked;
  if (mode === undefined) tellOfNoMode(recording);
  const answers = openAnswers(asked.answers);
  const standIns = standInsOf(mode === undefined ? recording : { ...recording, mode });
  let supervised: RunningCommand | undefined;
  let code: number = EXIT.failed;
  try {
    standIns.claim(session ?? '');
    const emulator = await startEmulator(
      { ...options, ...(certificate && { tls: certificate.tls }), answers, standIn: standIns.of },
      liveSockets(),
    );
    tellWhereOpen(emulator);
    const { baseUrl, apiKey } = emulator;
    const place = { baseUrl, apiKey, session, version, certificate: certificate?.file };
    const led = {
      ...environmentOf(place, process.env),
      EMULATOR_CONTROL_TOKEN: emulator.controlToken,
    };
    if (standIns.relays) tellOfMissingKey();
    try {
      supervised = startCommand(command, args, standIns.relays ? withoutKeys(led) : led);
      code = await supervised.ended;
    } finally {
      // A command that fails may not have come to what else it asks.
      if (code !== EXIT.passed) standIns.cutShort();
      await emulator.close();
      const { counts } = standIns;
      const unruled = answers.misses;
      process.stderr.write(
        summaryOf(emulator.served(), emulator.answers(), unruled) + recordingsText(counts),
      );
      process.stderr.write(unusedText(answers.unused()));
      if (code === EXIT.passed && (unruled > 0 || haveFailed(counts))) code = EXIT.failed;
    }
  } finally {
    standIns.close();
    answers.dispose();
    supervised?.release();
  }
  return code;
}

/** Throws for what only `start` does, and would be taken for done. */
function refuseOfStart({ readyFile, untilReleased, untilInputEnds }: Arguments): void {
  const given = { 'ready-file': readyFile, 'until-released': untilReleased };
  const [name] =
    Object.entries({ ...given, 'until-input-ends': untilInputEnds }).find(([, value]) => value) ??
    [];
  if (name === undefined) return;
  throw new AppError('badOption', `--${name} is of the command start: this one ends with its own.`);
}

/** Says that options of recordings do nothing: a run without its mode would pass, and prove nothing. */
function tellOfNoMode({ mode, recordings, upstream, replaySpeed }: RecordingArguments): void {
  if (mode !== 'generate') return;
  const all = { recordings, upstream, 'replay-speed': replaySpeed };
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.length === 0) return;
  const names = given.map((name) => `--${name}`).join(' and ');
  process.stderr.write(
    `emulator: ${names} ${given.length === 1 ? 'does' : 'do'} nothing without a --mode that records or replays: the emulator answers itself.\n`,
  );
}

/** Says before the upstream is asked that there is no key for it, where the command has none of its own either. */
function tellOfMissingKey(): void {
  if (KEY_NAMES.some((name) => Boolean(process.env[name]))) return;
  process.stderr.write(`emulator: There is no key in ${KEY_NAMES.join(', ')}.\n`);
}

/** What was served, a line each; not on standard output, which is the command's. */
function summaryOf(served: readonly Served[], answers: AnswerCounts, unruled: number): string {
  const total = served.reduce((all, { requests }) => all + requests, 0);
  const lines = served.map(({ operation, requests, refused }) => {
    const codes = Object.entries(refused).map(
      ([status, count]) => `${count} × ${statusText(status)}`,
    );
    const note = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
    return `  ${String(requests).padStart(6)} ${operation}${note}\n`;
  });
  const by = ANSWERED.flatMap(([kind, text]) =>
    answers[kind] ? [`${answers[kind]} ${text}`] : [],
  );
  const all = `${total} request${total === 1 ? '' : 's'}`;
  const without = unruled > 0 ? [`${unruled} unmatched`] : [];
  return `emulator: ${[all, ...by, ...without].join(', ')}\n${lines.join('')}`;
}

/** How the summary tells what answered; of the emulator itself it says nothing. */
const ANSWERED = [
  ['mock', 'from mocks'],
  ['recording', 'from recordings'],
  ['upstream', 'from upstream'],
  ['miss', 'without a recording'],
] as const;

const statusText = (status: string): string => (status === '0' ? 'cut off' : status);
