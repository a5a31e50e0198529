import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '../base/errors';
import { lockOwner, tryLock, type Unlock } from '../platform/fileLock';

/**
 * Lets one at a time record a folder anew, on this machine: each would replace what the other has recorded. It is a file
 * among those that are temporary, as nothing but recordings should come into a project.
 */
export class FolderLock {
  readonly #folder: string;
  #unlock: Unlock | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Takes it, unless that was done. Throws `AppError` (`recordingsBusy`) where somebody else has it.
   * @param before gives it up where it is the one that has it: nobody else can take it in between.
   */
  take(before?: FolderLock): void {
    if (this.#unlock) return;
    const file = lockOf(this.#folder);
    if (before !== undefined && before.#unlock && lockOf(before.#folder) === file) {
      [this.#unlock, before.#unlock] = [before.#unlock, undefined];
      return;
    }
    this.#unlock = tryLock(file);
    if (this.#unlock) return;
    const owner = lockOwner(file);
    const who = owner === undefined ? '' : ` (process ${owner})`;
    const message = `Another run records in ${this.#folder} at the moment${who}. Each would replace what the other records.`;
    const hint =
      'Wait until it finishes, or specify another folder with --recordings or another --session.';
    throw new AppError('recordingsBusy', message, { hint });
  }

  release(): void {
    this.#unlock?.();
    this.#unlock = undefined;
  }
}

/** The file that says who records a folder. */
export function lockOf(folder: string): string {
  const real = existsSync(folder) ? realpathSync(folder) : resolve(folder);
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 32);
  return join(tmpdir(), `generative-language-recording-${hash}.lock`);
}
