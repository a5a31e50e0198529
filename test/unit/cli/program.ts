import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { failureOf, runProgram } from '../../../src/cli/program';

/**
 * The emulator as a program: built beside the tests, once for all of them (`buildUnitTests`), since a build costs more than
 * most of what they do with it.
 */
export const EMULATOR = resolve('out/unit/emulator.cjs');

/**
 * Where the programs that a test starts keep what was compiled: that is a good part of a start, and they start some hundred
 * times. What is started with the environment of this process inherits it.
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

/** The program in a process of its own: for what only that shows. */
export async function spawned(args: readonly string[], place: Place = {}): Promise<Ended> {
  const child = spawn(process.execPath, [EMULATOR, ...args], {
    ...{ ...place, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  const [written, told, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { code, written, told };
}

/** The program within this process, which has its place, environment and output meanwhile: a tenth of the time. */
export async function ran(args: readonly string[], place: Place = {}): Promise<Ended> {
  const before = { cwd: process.cwd(), env: process.env };
  const { cwd, env } = { ...before, ...place };
  const [written, told] = [heard(process.stdout), heard(process.stderr)];
  process.chdir(cwd);
  process.env = { ...env };
  let code: number;
  try {
    code = (await runProgram(args)) ?? 0;
  } catch (error) {
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
