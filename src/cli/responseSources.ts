import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Clock, systemClock } from '../base/clock';
import { AppError, errorMessage } from '../base/errors';
import type { RecordingArguments } from '../emulator/commandLine';
import type { ResponseSource } from '../emulator/responseSource';
import {
  type ModeSettings,
  proxySettingsFrom,
  readMode,
  parseProxySettings,
  Recorder,
  RULES_FILE,
  findRules,
  UpstreamAgents,
  upstreamOf,
} from '../recordings/index';
import { type SessionCounts, SessionSource, type SessionOptions } from './sessionSource';
import { UpstreamSpending } from './upstreamSpend';

const FOLDER = join('.genlang', 'recordings');

/** Display and folder name of the default session. */
const MAIN = 'main';

const HELD =
  'This is a CI build (CI is set), so nothing is recorded. Recordings are replayed instead.';

interface Program {
  readonly arguments: RecordingArguments;
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
  readonly clock?: Clock;
  readonly tell: (text: string) => void;
  /** Whether only some requests are expected, so that other recordings don't count as unused. */
  readonly keepsUnasked?: boolean;
}

export function createResponseSources(
  given: RecordingArguments,
  keepsUnasked = false,
): ResponseSources {
  return new ResponseSources({
    arguments: given,
    keepsUnasked,
    environment: process.env,
    workingDirectory: process.cwd(),
    tell: (text) => void process.stderr.write(`emulator: ${printable(text)}\n`),
  });
}

/** Removes control characters, which could control the terminal. */
const printable = (text: string): string => text.replaceAll(/[^\P{C}\n]/gu, ' ');

export class ResponseSources {
  readonly #program: Program;
  readonly #clock: Clock;
  readonly #agents: UpstreamAgents;
  readonly spending: UpstreamSpending;
  readonly #sessions = new Map<string, SessionSource>();
  #hasToldHeld = false;
  #isCutShort = false;

  constructor(program: Program) {
    this.#program = program;
    this.#clock = program.clock ?? systemClock;
    this.#agents = new UpstreamAgents(proxySettingsFrom(program.environment));
    const { mode, upstream, ofAnswers = [], prune = false, budget } = program.arguments;
    this.spending = new UpstreamSpending({ clock: this.#clock, tell: program.tell, budget });
    if (prune && mode !== 'record') {
      throw new AppError(
        'badOption',
        '--prune removes recordings that weren’t requested. Use it only in record mode.',
      );
    }
    const { upstream: recorded, acting } = this.#settings({ mode, upstream });
    if (acting !== 'generate' && ofAnswers.length > 0)
      program.tell(ignoredOptionsText(ofAnswers, mode));
    if (recorded !== undefined) requireWritable(this.#rootIn(program.workingDirectory));
    speedOf(program.arguments.replaySpeed);
  }

  readonly of = (session: string): ResponseSource => this.#sessionOf(session);

  /**
   * Locks a session's folder for re-recording. Throws `AppError` if another process is re-recording
   * it.
   */
  claim(session: string): void {
    this.#sessionOf(session).claim();
  }

  /** Ends all sessions and unlocks their folders. Never throws. */
  close(): void {
    for (const session of this.#sessions.values()) session.close();
  }

  /** Marks the run as incomplete, so that unrequested recordings aren't deleted. */
  cutShort(): void {
    this.#isCutShort = true;
  }

  /** Whether credentials of clients are sent to an upstream. */
  get relays(): boolean {
    return this.#settings(this.#program.arguments).upstream !== undefined;
  }

  get counts(): readonly SessionCounts[] {
    return [...this.#sessions.values()].map((session) => session.counts);
  }

  #sessionOf(session: string): SessionSource {
    const known = this.#sessions.get(session);
    if (known) return known;
    const name = session === '' ? MAIN : session === MAIN ? `s/${MAIN}` : session;
    const { keepsUnasked, arguments: given } = this.#program;
    const { mode, upstream, prune: prunes } = given;
    const standIn = new SessionSource(
      {
        name,
        open: (told) => this.#open(session, told),
        now: () => this.#clock.monotonic(),
        sessions: () => this.counts,
        reach: (told) => this.#agents.use(parseProxySettings(told)),
        spend: (told) => this.spending.use(told),
      },
      { mode, upstream, keepsUnasked, prunes },
    );
    this.#sessions.set(session, standIn);
    return standIn;
  }

  #open(session: string, told: SessionOptions): Recorder {
    const { arguments: given, tell } = this.#program;
    const workingDirectory = told.project ?? this.#program.workingDirectory;
    const root = this.#rootIn(workingDirectory);
    const own = join(root, folderNameOf(session));
    const folder = told.folder === undefined ? own : resolve(workingDirectory, told.folder);
    const settings = this.#settings(told);
    if (settings.upstream !== undefined) requireWritable(folder);
    else if (settings.acting === 'replay') requireReadable(folder);
    return new Recorder({
      folder,
      tell,
      clock: this.#clock,
      agents: this.#agents,
      settings,
      // Requests to the emulator itself are free.
      gate: () =>
        told.isFree === true
          ? undefined
          : this.spending.gateFor({ connection: told.connection, folder: workingDirectory }),
      rules: findRules(join(root, RULES_FILE)),
      speed: speedOf(given.replaySpeed),
      surroundings: { workingDirectory, homeDirectory: homedir() },
      keepsUnasked: told.keepsUnasked === true,
      prunes: told.prunes === true,
      isCutShort: () => this.#isCutShort,
      repeats: told.repeats === true,
      startsOver: told.startsOver === true,
    });
  }

  #rootIn(workingDirectory: string): string {
    return resolve(workingDirectory, this.#program.arguments.recordings ?? FOLDER);
  }

  #settings({ mode, upstream, uploads }: SessionOptions): ModeSettings {
    const settings = readMode(mode, upstream, this.#program.environment);
    if (settings.isHeld && !this.#hasToldHeld) {
      this.#hasToldHeld = true;
      this.#program.tell(HELD);
    }
    const isApart = settings.upstream !== undefined && uploads !== undefined;
    return isApart ? { ...settings, uploads: upstreamOf(uploads) } : settings;
  }
}

function ignoredOptionsText(options: readonly string[], mode: string): string {
  const isOne = options.length === 1;
  return [
    `${options.join(' and ')} ${isOne ? 'applies' : 'apply'} only to the emulator’s own responses.`,
    `With --mode ${mode}, recordings and upstream responses stay unchanged.`,
    'Mocks take precedence in every mode and can include faults.',
  ].join(' ');
}

/** Unambiguous, because session names can't contain `+`. */
function folderNameOf(session: string): string {
  if (session === '') return MAIN;
  if (session === MAIN) return `${MAIN}+`;
  // Prevents path traversal by names such as `..`.
  return /^\.+$/.test(session) ? `dots+${session.length}` : session;
}

/** Throws `AppError` if a folder isn't writable, before upstream requests cost money. */
function requireWritable(folder: string): void {
  let there = folder;
  // Even the root may not exist, such as a missing drive.
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  try {
    accessSync(there, constants.W_OK);
    if (!statSync(there).isDirectory()) throw new Error(`${there} isn’t a folder`);
  } catch (cause) {
    const message = `Couldn’t write recordings in ${folder}: ${errorMessage(cause)}.`;
    throw new AppError('badOption', message, { cause });
  }
}

/**
 * Throws `AppError` if the path exists but isn't a readable folder. A missing folder has no
 * recordings.
 */
function requireReadable(folder: string): void {
  if (!existsSync(folder)) return;
  try {
    readdirSync(folder);
  } catch (cause) {
    const message = `Couldn’t read recordings in ${folder}: ${errorMessage(cause)}.`;
    throw new AppError('badOption', message, { cause });
  }
}

/** Parses `full`, `recorded`, or a speed factor. Throws `AppError` for other values. */
function speedOf(text = 'full'): number {
  if (text === 'full') return 0;
  if (text === 'recorded') return 1;
  const factor = Number(text.replace(/[x×]$/, ''));
  if (Number.isFinite(factor) && factor > 0) return factor;
  throw new AppError(
    'badOption',
    `--replay-speed must be full, recorded or a number, not ${text}.`,
  );
}

/**
 * Returns one line per session with something to report; empty if none.
 * @param adding option that records missing requests
 */
export function recordingsText(
  counts: readonly SessionCounts[],
  adding = '--mode record-missing',
): string {
  return counts
    .filter(
      ({ mode, requests, problem }) =>
        mode !== 'generate' && (requests > 0 || problem !== undefined),
    )
    .flatMap((one) => {
      const { name, mode, hits, misses, recorded, withheld, unused, lost = [], problem } = one;
      const { prunable = [], removed = [] } = one;
      const parts = [
        `${hits} from recordings`,
        `${misses} missing`,
        `${recorded} recorded`,
        ...(withheld > 0 ? [`${withheld} couldn’t be recorded`] : []),
        `${unused} unused`,
      ];
      const why = [
        ...lost,
        ...(problem === undefined ? [] : [problem]),
        ...removed.map((file) => `removed ${file}`),
        ...(prunable.length > 0 ? [prunableText(prunable)] : []),
        ...(mode === 'replay' && misses > 0 ? [`${adding} records missing requests.`] : []),
      ];
      return [`  ${mode} ${name}: ${parts.join(', ')}\n`, ...why.map((one) => `    ${one}\n`)];
    })
    .map(printable)
    .join('');
}

const MAX_NAMED = 5;

function prunableText(files: readonly string[]): string {
  const named = files.slice(0, MAX_NAMED).join(', ');
  const more = files.length - MAX_NAMED;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `Recorded earlier and not requested this time: ${named}${rest}. record --prune removes these files.`;
}

/**
 * Whether requests were unmatched or not recorded, or files were unreadable; the command can't
 * detect these.
 */
export function haveFailed(counts: readonly SessionCounts[]): boolean {
  return counts.some(
    ({ misses, withheld, problem }) => misses > 0 || withheld > 0 || problem !== undefined,
  );
}
