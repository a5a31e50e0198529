import { createHash } from 'node:crypto';
import { VERSIONS } from '../api/versions';
import { errorMessage } from '../base/errors';
import { FOLLOWED, type FollowedOperation } from '../platform/activity';
import type { FileStore } from '../platform/files';
import type { Log } from '../platform/log';
import { object, oneOf, text } from '../webview/shape';

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

/** What is followed, as its file has it. It is written once, and taken away when it was told how it ended. */
export interface Job extends FollowedOperation {
  /** When it began, as RFC 3339. */
  readonly startedAt: string;
}

const LONGEST_TEXT = 2000;

const JOB_SHAPE = object(
  {
    connection: text(64),
    startedBy: oneOf(...FOLLOWED),
    name: text(LONGEST_TEXT),
    title: text(LONGEST_TEXT),
    startedAt: text(64),
  },
  { target: text(LONGEST_TEXT), version: oneOf(...VERSIONS) },
);

/** Reads a job's file. Throws `ShapeError` or `SyntaxError` where it is none. */
function parseJob(source: string): Job {
  const { target, version, ...job } = JOB_SHAPE.parse(JSON.parse(source));
  return { ...job, ...(target !== undefined && { target }), ...(version && { version }) };
}

function jobText(job: Job): string {
  return `${JSON.stringify(job)}\n`;
}

/** The same file for the same Operation, in every window; a name of the service need not suit a file. */
export function jobFile({ connection, name }: FollowedOperation): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([connection, name]))
    .digest('hex');
  return `${digest.slice(0, 32)}.json`;
}
