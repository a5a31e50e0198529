import type { UploadSession } from '../api/upload/upload';
import { errorMessage } from '../base/errors';
import type { Log } from '../platform/log';
import type { SecretTexts } from './context';
import type { JobStore } from './jobStore';
import { startedOver, type UploadJob } from './uploadJob';

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
