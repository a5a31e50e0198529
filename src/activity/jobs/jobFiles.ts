import { errorMessage } from '../../base/errors';
import type { FileStore } from '../../platform/files';
import type { Log } from '../../platform/log';
import { jobFile, jobText, parseJob, type Job } from './job';

/** The Operations that are followed, in a folder that all windows share. */
export class JobFiles {
  readonly #files: FileStore;
  readonly #log: Log;

  constructor(files: FileStore, log: Log) {
    this.#files = files;
    this.#log = log;
  }

  async add(job: Job): Promise<void> {
    await this.#files.write(jobFile(job), jobText(job));
  }

  /**
   * Ends a job. Of the windows that see how it ended, exactly one is answered true: that one tells it. What
   * a window took and could not tell any more, because it crashed within that moment, is not told.
   */
  async claim(job: Job): Promise<boolean> {
    return await this.#files.remove(jobFile(job));
  }

  /** Those of every window. A damaged file is set aside and logged. */
  async list(): Promise<readonly Job[]> {
    const jobs: Job[] = [];
    for (const name of await this.#files.list()) {
      const job = name.endsWith('.json') ? await this.#read(name) : undefined;
      if (job) jobs.push(job);
    }
    return jobs.sort((a, b) => a.startedAt.localeCompare(b.startedAt));
  }

  async #read(name: string): Promise<Job | undefined> {
    try {
      const source = await this.#files.read(name);
      // Told meanwhile, by another window.
      return source === undefined ? undefined : parseJob(source);
    } catch (error) {
      this.#log.warn(`activity: the job ${name} can't be read: ${errorMessage(error)}`);
      await this.#files.rename(name, `${name}.damaged`);
      return undefined;
    }
  }
}
