import { AssertionError } from 'node:assert/strict';
import { resolve } from 'node:path';
import { exec } from '../../../src/cli/exec';
import { failureOf, runProgram } from '../../../src/cli/program';
import { start } from '../../../src/cli/start';
import type { Emulator } from '../../../src/emulator/options';
import { until } from '../../fakes/until';

/**
 * The emulator as a program: built beside the tests, once for all of them (`buildUnitTests`), since a build costs more than
 * most of what they do with it.
 */
export const EMULATOR = resolve('out/unit/emulator.cjs');

/**
 * Where the programs that a test starts keep what was compiled, which is a good part of a start. What is started with the
 * environment of this process inherits it.
 */
process.env.NODE_COMPILE_CACHE = resolve('out/unit/compiled');

/** What came of a run of the program. */
export interface Ended {
  readonly code: number;
  readonly written: string;
  readonly told: string;
}

/** Where it runs, and all that its environment has; those of this process where absent. */
interface Place {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** The program within this process, which has its place, environment and output meanwhile: a tenth of the time. */
export function ran(args: readonly string[], place: Place = {}): Promise<Ended> {
  return captured(place, () => runProgram(args));
}

/** A command of `exec` within this process. @returns the exit code; 0 if undefined. */
export type Command = (environment: NodeJS.ProcessEnv) => Promise<number | undefined>;

/** `exec`, or `record`, within this process, with a function as its command. */
export function execRan(
  options: readonly string[],
  command: Command,
  { mode, ...place }: Place & { readonly mode?: 'record' } = {},
): Promise<Ended> {
  return captured(place, () =>
    exec([...options, '--', 'command'], mode, (_command, _args, environment) => ({
      ended: command({ ...process.env, ...environment }).then((code) => code ?? 0),
      release: () => undefined,
    })),
  );
}

/** `start` within this process, which gets SIGTERM when what is done with it has ended. */
export function startRan(
  args: readonly string[],
  use: (emulator: Emulator, told: () => string) => Promise<void>,
  place: Place = {},
): Promise<Ended> {
  return captured(place, async (written, told) => {
    let isOver = false;
    const over = (): void => void (isOver = true);
    const ended = start(args);
    ended.then(over, over);
    await until(() => isOver || written().includes('\n'));
    if (isOver) return await ended;
    try {
      await use(JSON.parse(written()) as Emulator, told);
    } finally {
      process.emit('SIGTERM', 'SIGTERM');
    }
    return await ended;
  });
}

async function captured(
  place: Place,
  run: (written: () => string, told: () => string) => Promise<number | undefined>,
): Promise<Ended> {
  const before = { cwd: process.cwd(), env: process.env };
  const { cwd, env } = { ...before, ...place };
  const [written, told] = [heard(process.stdout), heard(process.stderr)];
  process.chdir(cwd);
  process.env = { ...env };
  let code: number;
  try {
    code = (await run(written.text, told.text)) ?? 0;
  } catch (error) {
    if (error instanceof AssertionError) throw error;
    const failure = failureOf(error);
    process.stderr.write(failure.text);
    ({ code } = failure);
  } finally {
    process.env = before.env;
    process.chdir(before.cwd);
    for (const stream of [written, told]) stream.restore();
  }
  return { code, written: written.text(), told: told.text() };
}

function heard(stream: NodeJS.WriteStream) {
  const { write } = stream;
  const pieces: string[] = [];
  stream.write = (piece: Uint8Array | string) => {
    pieces.push(String(piece));
    return true;
  };
  return { text: () => pieces.join(''), restore: () => void (stream.write = write) };
}
