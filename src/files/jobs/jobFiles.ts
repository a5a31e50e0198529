import { errorMessage } from '../../base/errors';
import type { FileStore } from '../../platform/files';
import type { Log } from '../../platform/log';
import { parseJob, type UploadJob } from './job';
import type { Owners } from './owners';

/** A job on disk, and the window whose it is. */
export interface StoredJob {
  readonly job: UploadJob;
  readonly window: string;
}

/**
 * The unfinished uploads of all windows, a file each. Whose a job is stands in the name of its file, so that one
 * step takes it over: of two windows that try, one finds the old name gone.
 */
export class JobFiles {
  readonly #files: FileStore;
  readonly #owners: Owners;
  readonly #log: Log;

  constructor(files: FileStore, owners: Owners, log: Log) {
    this.#files = files;
    this.#owners = owners;
    this.#log = log;
  }

  /** Writes a job of this window. */
  async save(job: UploadJob): Promise<void> {
    await this.#owners.begin();
    await this.#files.write(fileOf(job.id, this.#owners.own), `${JSON.stringify(job)}\n`);
  }

  /** Whether a job that was saved is still this window's. */
  async has({ id }: UploadJob): Promise<boolean> {
    return (await this.#files.read(fileOf(id, this.#owners.own))) !== undefined;
  }

  async remove({ id }: UploadJob): Promise<void> {
    await this.#files.remove(fileOf(id, this.#owners.own));
  }

  /**
   * Makes a job of a window that is gone one of this window. False where another one was faster, and where that
   * window only stood still: one upload must not be sent from two places.
   */
  async claim({ job, window }: StoredJob): Promise<boolean> {
    if (await this.#owners.isOpen(window)) return false;
    await this.#owners.begin();
    const from = fileOf(job.id, window);
    try {
      await this.#files.rename(from, fileOf(job.id, this.#owners.own));
      return true;
    } catch (error) {
      if ((await this.#files.read(from)) === undefined) return false;
      throw error;
    }
  }

  /** Those whose window is gone, the oldest first. A damaged file is set aside and logged. */
  async abandoned(): Promise<readonly StoredJob[]> {
    const found: StoredJob[] = [];
    const open = new Map<string, boolean>();
    for (const name of await this.#files.list()) {
      const [, id, window] = /^(?:([a-z0-9]+)\.)?([a-z0-9]+)\.(?:json|window)$/.exec(name) ?? [];
      // A window that crashed without an upload left its sign of life alone.
      if (window === undefined || (id === undefined) !== name.endsWith('.window')) continue;
      const isOpen = open.get(window) ?? (await this.#owners.isOpen(window));
      open.set(window, isOpen);
      const job = isOpen || id === undefined ? undefined : await this.#read(name);
      if (job) found.push({ job, window });
    }
    for (const [window, isOpen] of open) if (!isOpen) await this.#owners.forget(window);
    return found.sort((a, b) => a.job.startedAt - b.job.startedAt);
  }

  /** Another window may do the same at this moment; the other uploads don't wait for that. */
  async #setAside(name: string): Promise<void> {
    try {
      await this.#files.rename(name, `${name}.damaged`);
    } catch (error) {
      this.#log.warn(`files: the upload ${name} can't be set aside: ${errorMessage(error)}`);
    }
  }

  async #read(name: string): Promise<UploadJob | undefined> {
    try {
      const source = await this.#files.read(name);
      // Taken over meanwhile, by another window.
      return source === undefined ? undefined : parseJob(source);
    } catch (error) {
      this.#log.warn(`files: the upload ${name} can't be read: ${errorMessage(error)}`);
      await this.#setAside(name);
      return undefined;
    }
  }
}

function fileOf(id: string, window: string): string {
  return `${id}.${window}.json`;
}
