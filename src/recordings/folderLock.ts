import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError, errorCode } from '../base/errors';
import { isProcessAlive } from '../base/isProcessAlive';

/** The files of those that are held in this process: one that has its number and is not among them is left from another. */
const held = new Set<string>();

/**
 * Lets one at a time record a folder anew, on this machine: each would replace what the other has recorded. It is a file
 * among those that are temporary, as nothing but recordings should come into a project.
 */
export class FolderLock {
  readonly #folder: string;
  #file: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Takes it, unless that was done. Throws `AppError` (`recordingsBusy`) where somebody else has it.
   * @param before gives it up where it is the one that has it: nobody else can take it in between.
   */
  take(before?: FolderLock): void {
    if (this.#file !== undefined) return;
    const file = lockOf(this.#folder);
    if (before !== undefined && before.#file === file) {
      [this.#file, before.#file] = [file, undefined];
      return;
    }
    const owner = ownerOf(file);
    if (owner !== undefined) throw this.#busy(owner);
    // What somebody has left who has ended.
    rmSync(file, { force: true });
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      throw errorCode(error) === 'EEXIST' ? this.#busy(ownerOf(file)) : error;
    }
    held.add(file);
    this.#file = file;
  }

  release(): void {
    if (this.#file === undefined) return;
    rmSync(this.#file, { force: true });
    held.delete(this.#file);
    this.#file = undefined;
  }

  #busy(owner: number | undefined): AppError<'recordingsBusy'> {
    const who = owner === undefined ? '' : ` (process ${owner})`;
    const message = `Another run records in ${this.#folder} at the moment${who}. Each would replace what the other records.`;
    const hint = 'Wait for its end, or name another folder by --recordings or another --session.';
    return new AppError('recordingsBusy', message, { hint });
  }
}

/** The file that says who records a folder. */
export function lockOf(folder: string): string {
  const real = existsSync(folder) ? realpathSync(folder) : resolve(folder);
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 32);
  return join(tmpdir(), `generative-language-recording-${hash}.lock`);
}

/** The process that holds a lock; undefined where none does. */
function ownerOf(file: string): number | undefined {
  if (held.has(file)) return process.pid;
  let pid: number;
  try {
    pid = Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isProcessAlive(pid)
    ? pid
    : undefined;
}
