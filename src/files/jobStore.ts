import type { FileStore } from '../platform/files';
import type { Log } from '../platform/log';
import { recordFile, RecordFolder } from '../platform/recordFolder';
import type { OpenWindows } from './openWindows';
import { parseJob, type UploadJob, writeJob } from './uploadJob';

export interface StoredJob {
  readonly job: UploadJob;
  readonly window: string;
}

/**
 * Unfinished uploads of all windows, one file each. File names contain the owner's ID, so claiming a job is
 * one atomic rename, which fails for a second window.
 */
export class JobStore {
  readonly #files: FileStore;
  readonly #owners: OpenWindows;
  readonly #records: RecordFolder<StoredJob>;

  constructor(files: FileStore, owners: OpenWindows, log: Log) {
    this.#files = files;
    this.#owners = owners;
    this.#records = new RecordFolder(files, log, {
      label: 'files: the upload',
      parse: (value, id) => ({ job: parseJob(value), window: windowOf(id) }),
      format: ({ job }) => writeJob(job),
    });
  }

  async save(job: UploadJob): Promise<void> {
    await this.#owners.begin();
    const window = this.#owners.own;
    await this.#records.write(recordId(job.id, window), { job, window });
  }

  async has({ id }: UploadJob): Promise<boolean> {
    return (await this.#files.stamp(recordFile(recordId(id, this.#owners.own)))) !== undefined;
  }

  async remove({ id }: UploadJob): Promise<void> {
    await this.#records.remove(recordId(id, this.#owners.own));
  }

  /**
   * Claims the job of a closed window. False if another window was faster or the owner was only
   * suspended: two windows must not send the same upload.
   */
  async claim({ job, window }: StoredJob): Promise<boolean> {
    if (await this.#owners.isOpen(window)) return false;
    await this.#owners.begin();
    const from = recordFile(recordId(job.id, window));
    try {
      await this.#files.rename(from, recordFile(recordId(job.id, this.#owners.own)));
      return true;
    } catch (error) {
      if ((await this.#files.stamp(from)) === undefined) return false;
      throw error;
    }
  }

  async abandoned(): Promise<readonly StoredJob[]> {
    const open = new Map<string, boolean>();
    for (const name of await this.#files.list()) {
      // A `.window` file is a window's heartbeat; the window may have no job.
      const match = /^(?:([a-z0-9]+)\.window|[a-z0-9]+\.([a-z0-9]+)\.json)$/.exec(name);
      const window = match?.[1] ?? match?.[2];
      if (window === undefined || open.has(window)) continue;
      open.set(window, await this.#owners.isOpen(window));
    }
    const found = await this.#records.list((id) => open.get(windowOf(id)) === false);
    for (const [window, isOpen] of open) if (!isOpen) await this.#owners.forget(window);
    const stored = found.map(([, record]) => record);
    return stored.sort((a, b) => a.job.startedAt - b.job.startedAt);
  }
}

function recordId(job: string, window: string): string {
  return `${job}.${window}`;
}

function windowOf(id: string): string {
  return id.slice(id.indexOf('.') + 1);
}
