import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Where the bytes of unfinished uploads lie: below the data folder, or in a private folder that is removed
 * at the end. Made when the first one begins.
 */
export class UploadFolder {
  readonly #kept: string | undefined;
  #path: string | undefined;

  /** @param dataFolder keeps unfinished uploads over a restart; undefined where nothing is kept. */
  constructor(dataFolder: string | undefined) {
    this.#kept = dataFolder === undefined ? undefined : join(dataFolder, 'uploads');
  }

  /** @param key a digest, never a name that a client chose. */
  fileOf(key: string): string {
    this.#path ??= this.#make();
    return join(this.#path, key);
  }

  has(key: string): boolean {
    return existsSync(this.fileOf(key));
  }

  remove(key: string): void {
    if (this.#path === undefined && this.#kept === undefined) return;
    rmSync(this.fileOf(key), { force: true });
  }

  /** Removes what a killed process left behind. */
  removeOthers(isKnown: (key: string) => boolean): void {
    if (this.#kept === undefined || !existsSync(this.#kept)) return;
    for (const key of readdirSync(this.#kept)) {
      if (!isKnown(key)) this.remove(key);
    }
  }

  close(): void {
    if (this.#kept !== undefined || this.#path === undefined) return;
    rmSync(this.#path, { recursive: true, force: true });
  }

  #make(): string {
    if (this.#kept === undefined) return mkdtempSync(join(tmpdir(), 'emulator-uploads-'));
    mkdirSync(this.#kept, { recursive: true, mode: 0o700 });
    return this.#kept;
  }
}
