import { startedOver, type UploadJob } from './job';
import type { RunParts } from './parts';

type Changes = Partial<Pick<UploadJob, 'granularity' | 'identity' | 'state'>>;

/** What is known of one upload: in memory, on disk, and as a secret. Its file is written in order. */
export class JobRecord {
  readonly #parts: Pick<RunParts, 'jobs' | 'sessions'>;
  #job: UploadJob;
  /** The window that left it; undefined once it is this one's. */
  #window: string | undefined;
  #isOnDisk = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(job: UploadJob, parts: Pick<RunParts, 'jobs' | 'sessions'>, window?: string) {
    this.#job = job;
    this.#parts = parts;
    this.#window = window;
  }

  get job(): UploadJob {
    return this.#job;
  }

  /** Only in memory, until it is saved for another reason. */
  change(changes: Changes): void {
    this.#job = { ...this.#job, ...changes };
  }

  save(changes: Changes = {}): Promise<void> {
    this.change(changes);
    return this.#inOrder(async () => {
      await this.#parts.jobs.save(this.#job);
      this.#isOnDisk = true;
    });
  }

  /** Whether another window has it, which took this one for gone. */
  isTaken(): Promise<boolean> {
    return this.#inOrder(async () => this.#isOnDisk && !(await this.#parts.jobs.has(this.#job)));
  }

  /** Makes it this window's. False where another one was faster. */
  own(): Promise<boolean> {
    return this.#inOrder(async () => {
      const window = this.#window;
      if (window === undefined) return true;
      const isOwn = await this.#parts.jobs.claim({ job: this.#job, window });
      if (!isOwn) return false;
      this.#window = undefined;
      this.#isOnDisk = true;
      return true;
    });
  }

  /** To be sent from the beginning, as another file of the service. On disk too, where `isKept`. */
  async startOver(isKept: boolean): Promise<void> {
    this.#job = startedOver(this.#job);
    await this.#parts.sessions.forget(this.#job.id);
    if (isKept) await this.save();
    else await this.forget();
  }

  /** Takes it off the disk and out of the secrets. */
  async forget(): Promise<void> {
    await this.#inOrder(() => {
      this.#isOnDisk = false;
      return this.#parts.jobs.remove(this.#job);
    });
    await this.#parts.sessions.forget(this.#job.id);
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => undefined);
    return next;
  }
}
