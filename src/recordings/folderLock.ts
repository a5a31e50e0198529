import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '../base/errors';
import { lockOwner, tryLock, type Unlock } from '../platform/fileLock';

/**
 * Prevents two processes on this machine from re-recording the same folder and overwriting each other. The lock file is
 * in the temporary folder, so that projects contain only recordings.
 */
export class FolderLock {
  readonly #folder: string;
  #unlock: Unlock | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Acquires the lock unless already held. Throws `AppError` (`recordingsBusy`) if another process holds it.
   * @param before lock to take over atomically
   */
  take(before?: FolderLock): void {
    if (this.#unlock) return;
    const file = folderLock(this.#folder);
    if (before !== undefined && before.#unlock && folderLock(before.#folder) === file) {
      [this.#unlock, before.#unlock] = [before.#unlock, undefined];
      return;
    }
    this.#unlock = tryLock(file);
    if (this.#unlock) return;
    const owner = lockOwner(file);
    const who = owner === undefined ? '' : ` (process ${owner})`;
    const message = `Another run is recording in ${this.#folder}${who}. The runs would overwrite each other’s recordings.`;
    const hint =
      'Wait until it finishes, or specify another folder with --recordings or another --session.';
    throw new AppError('recordingsBusy', message, { hint });
  }

  release(): void {
    this.#unlock?.();
    this.#unlock = undefined;
  }
}

export function folderLock(folder: string): string {
  const real = existsSync(folder) ? realpathSync(folder) : resolve(folder);
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 32);
  return join(tmpdir(), `generative-language-recording-${hash}.lock`);
}
