import { errorMessage } from '../base/errors';
import type { FileStore } from '../platform/files';
import type { Log } from '../platform/log';
import type { OpenWindows } from './openWindows';
import { parseJob, type UploadJob, writeJob } from './uploadJob';

/** A job on disk, and the id of the window that owns it. */
export interface StoredJob {
  readonly job: UploadJob;
  readonly window: string;
}

/**
 * The unfinished uploads of all windows, one file each. The name of the file has the id of its owner, so that one
 * rename takes it over: of two windows that try, the second finds the old name gone.
 */
export class JobStore {
  readonly #files: FileStore;
  readonly #owners: OpenWindows;
  readonly #log: Log;

  constructor(files: FileStore, owners: OpenWindows, log: Log) {
    this.#files = files;
    this.#owners = owners;
    this.#log = log;
  }

  /** Writes a job of this window. */
  async save(job: UploadJob): Promise<void> {
    await this.#owners.begin();
    await this.#files.write(fileOf(job.id, this.#owners.own), `${writeJob(job)}\n`);
  }

  /** Whether this window still owns a job that it saved. */
  async has({ id }: UploadJob): Promise<boolean> {
    return (await this.#files.read(fileOf(id, this.#owners.own))) !== undefined;
  }

  async remove({ id }: UploadJob): Promise<void> {
    await this.#files.remove(fileOf(id, this.#owners.own));
  }

  /**
   * Makes this window the owner of a job whose window is closed. False where another one was faster, and where that
   * window was only suspended: no two windows may send one upload.
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

  /** The jobs of closed windows, the oldest first. A damaged file is renamed and logged. */
  async abandoned(): Promise<readonly StoredJob[]> {
    const found: StoredJob[] = [];
    const open = new Map<string, boolean>();
    for (const name of await this.#files.list()) {
      const [, id, window] = /^(?:([a-z0-9]+)\.)?([a-z0-9]+)\.(?:json|window)$/.exec(name) ?? [];
      // A `.window` file is the heartbeat of a window, which may have no job.
      if (window === undefined || (id === undefined) !== name.endsWith('.window')) continue;
      const isOpen = open.get(window) ?? (await this.#owners.isOpen(window));
      open.set(window, isOpen);
      const job = isOpen || id === undefined ? undefined : await this.#read(name);
      if (job) found.push({ job, window });
    }
    for (const [window, isOpen] of open) if (!isOpen) await this.#owners.forget(window);
    return found.sort((a, b) => a.job.startedAt - b.job.startedAt);
  }

  /** Another window may do the same at this moment, so that a failure is only logged. */
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
      // Undefined where another window took it over meanwhile.
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
