import type { UploadSession } from '../api/upload/upload';
import { errorMessage } from '../base/errors';
import type { FileStore } from '../platform/files';
import type { Log } from '../platform/log';
import { recordFile, RecordFolder } from '../platform/recordFolder';
import type { SecretTexts } from './context';
import type { OpenWindows } from './openWindows';
import { parseJob, startedOver, type UploadJob, writeJob } from './uploadJob';

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

interface RecordDeps {
  readonly jobs: JobStore;
  readonly sessions: SessionSecrets;
}

type Changes = Partial<Pick<UploadJob, 'granularity' | 'identity' | 'resource' | 'state'>>;

/** The state of an upload in memory, on disk, and in SecretStorage (session URL). Writes are serialized. */
export class JobRecord {
  readonly #deps: RecordDeps;
  #job: UploadJob;
  /** ID of the earlier window that owns the job on disk; undefined once this window does. */
  #window: string | undefined;
  #isOnDisk = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(job: UploadJob, deps: RecordDeps, window?: string) {
    this.#job = job;
    this.#deps = deps;
    this.#window = window;
  }

  get job(): UploadJob {
    return this.#job;
  }

  change(changes: Changes): void {
    this.#job = { ...this.#job, ...changes };
  }

  save(changes: Changes = {}): Promise<void> {
    this.change(changes);
    return this.#inOrder(async () => {
      await this.#deps.jobs.save(this.#job);
      this.#isOnDisk = true;
    });
  }

  /** Whether another window has claimed the job because this window seemed closed. */
  isTaken(): Promise<boolean> {
    return this.#inOrder(async () => this.#isOnDisk && !(await this.#deps.jobs.has(this.#job)));
  }

  claim(): Promise<boolean> {
    return this.#inOrder(async () => {
      const window = this.#window;
      if (window === undefined) return true;
      const isOwn = await this.#deps.jobs.claim({ job: this.#job, window });
      if (!isOwn) return false;
      this.#window = undefined;
      this.#isOnDisk = true;
      return true;
    });
  }

  /** Resets the upload under a new resource name. The job stays on disk only if `isKept`. */
  async startOver(isKept: boolean): Promise<void> {
    this.#job = startedOver(this.#job);
    await this.#deps.sessions.forget(this.#job.id);
    if (isKept) await this.save();
    else await this.forget();
  }

  async forget(): Promise<void> {
    await this.#inOrder(() => {
      this.#isOnDisk = false;
      return this.#deps.jobs.remove(this.#job);
    });
    await this.#deps.sessions.forget(this.#job.id);
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => undefined);
    return next;
  }
}

/**
 * Session URLs of unfinished uploads. Each URL grants write access, so only SecretStorage has them.
 * If storing fails, the upload can't be resumed by another window.
 */
export class SessionSecrets {
  readonly #secrets: SecretTexts;
  readonly #log: Log;
  readonly #known = new Map<string, string>();

  constructor(secrets: SecretTexts, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
  }

  /** Undefined if the upload has no session yet or its URL is lost. */
  async of({ id, granularity }: UploadJob): Promise<UploadSession | undefined> {
    if (granularity === undefined) return undefined;
    const url = this.#known.get(id) ?? (await this.#try(() => this.#secrets.get(keyOf(id))));
    return url === undefined ? undefined : { url, granularity };
  }

  async keep(id: string, { url }: UploadSession): Promise<void> {
    this.#known.set(id, url);
    await this.#try(() => this.#secrets.store(keyOf(id), url));
  }

  async forget(id: string): Promise<void> {
    this.#known.delete(id);
    await this.#try(() => this.#secrets.delete(keyOf(id)));
  }

  async #try<T>(work: () => PromiseLike<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#log.warn(`files: couldn’t access secret storage: ${errorMessage(error)}`);
      return undefined;
    }
  }
}

function keyOf(id: string): string {
  return `upload.${id}`;
}
