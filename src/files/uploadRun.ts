import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../api/schema/row';
import type { Semaphore } from '../base/async';
import type { Disposable } from '../base/disposable';
import { AppError, CancelledError } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import type { ActivityAction } from '../platform/activity';
import { describeWithCauses } from '../platform/report';
import type { UploadState } from '../platform/localFiles';
import type { FilesContext, UploadHandle } from './context';
import { JobRecord, type JobStore, type SessionSecrets } from './jobRecord';
import { shortName } from './names';
import { cancelSession, destinationOf, sendFile } from './transfer';
import { isSameUpload, type UploadJob } from './uploadJob';
import { type UploadFailure, UploadRow, uploadFailure } from './uploadRow';

export interface RunDeps extends Pick<
  FilesContext,
  | 'activity'
  | 'clock'
  | 'log'
  | 'readSetting'
  | 'remembered'
  | 'report'
  | 'run'
  | 'services'
  | 'system'
  | 'userFiles'
> {
  readonly jobs: JobStore;
  readonly sessions: SessionSecrets;
  readonly slots: Semaphore;
}

interface LeftUpload {
  readonly window: string;
  /** Called if the upload can only restart from the first byte. */
  readonly onStartOver: (run: UploadRun, reason: string) => void;
}

/** An upload from its first byte (or an earlier window's last) until the file is usable. */
export class UploadRun implements UploadHandle, Disposable {
  readonly #deps: RunDeps;
  readonly #record: JobRecord;
  readonly #row: UploadRow;
  readonly #left: LeftUpload | undefined;
  #ended = deferredResult<JsonObject>();
  readonly #changed: Emitter<UploadState>;
  readonly onDidChange: Event<UploadState>;
  #attempt: AbortController | undefined;
  /** Resolves once the current attempt has ended. */
  #idle: Promise<void> = Promise.resolve();
  #isPausing = false;
  #hasFailed = false;
  #isThere = false;
  #isOver = false;

  private constructor(
    record: JobRecord,
    row: UploadRow,
    changed: Emitter<UploadState>,
    deps: RunDeps,
    left?: LeftUpload,
  ) {
    this.#record = record;
    this.#row = row;
    this.#changed = changed;
    this.onDidChange = changed.event;
    this.#deps = deps;
    this.#left = left;
  }

  static async create(job: UploadJob, deps: RunDeps, left?: LeftUpload): Promise<UploadRun> {
    const created: { run?: UploadRun } = {};
    const entry = await deps.activity.track({
      title: l10n.t('Uploading {0}', shortName(job.displayName)),
      cancel: () => created.run?.cancel(),
      startedAt: job.startedAt,
    });
    const changed = new Emitter<UploadState>();
    const record = new JobRecord(job, deps, left?.window);
    const row = new UploadRow(record, entry, (state) => changed.fire(state), deps);
    created.run = new UploadRun(record, row, changed, deps, left);
    return created.run;
  }

  get done(): Promise<JsonObject> {
    return this.#ended.promise;
  }

  get id(): string {
    return this.#record.job.id;
  }

  get displayName(): string {
    return this.#record.job.displayName;
  }

  /** Whether the run failed, and `other` would send the same file to the same destination. */
  isFailedAttemptAt(other: UploadJob): boolean {
    return this.#hasFailed && !this.#isOver && isSameUpload(this.#record.job, other);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Writes the job to disk. If that fails, throws and ends the upload. */
  async persist(): Promise<void> {
    try {
      await this.#record.save();
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  showPaused(reason: string, hint?: string): void {
    this.#row.showPaused(reason, [this.#action('resume', () => this.resume())], hint);
  }

  async resume(): Promise<void> {
    if (this.#isPausing) await this.#idle;
    if (this.#attempt || this.#isOver) return;
    const attempt = new AbortController();
    this.#attempt = attempt;
    if (this.#hasFailed) this.#ended = deferredResult();
    this.#hasFailed = false;
    this.#row.run([this.#action('pause', () => this.pause())]);
    this.#idle = this.#work(attempt.signal)
      .then((file) => this.#finished(file))
      .catch((error: unknown) => this.#stopped(error))
      .catch((error: unknown) => this.#log(error));
  }

  pause(): void {
    if (!this.#attempt || this.#isPausing || this.#isOver) return;
    this.#isPausing = true;
    this.#attempt.abort(new CancelledError());
    this.showPaused('');
  }

  async retry(): Promise<void> {
    await this.#idle;
    if (this.#attempt || this.#isOver) return;
    await this.#record.save({ state: this.#isThere ? 'processing' : 'sending' });
    await this.resume();
  }

  cancel(): void {
    this.#discard().catch((error: unknown) => this.#log(error));
  }

  async leaveIfTaken(): Promise<void> {
    if (!this.#isOver && (await this.#record.isTaken())) this.#leave();
  }

  /** Ends the run when the window closes. The next window offers to resume the upload. */
  dispose(): void {
    if (!this.#isOver) this.#leave();
    this.#changed.dispose();
  }

  /** Resolves to undefined if another window has claimed the job. */
  async #work(signal: AbortSignal): Promise<JsonObject | undefined> {
    if (!(await this.#record.claim())) return undefined;
    const { slots } = this.#deps;
    const { state } = this.#record.job;
    const destination = destinationOf(this.#record.job);
    let made: JsonObject | undefined;
    if (state !== 'processing') {
      if (state === 'paused') await this.#record.save({ state: 'sending' });
      if (slots.isFull) this.#row.wait();
      made = await slots.run(signal, () => this.#send(signal));
      const changes = destination.accept(this.#record.job, made, this.#deps);
      if (changes.state) await this.#record.save(changes);
    }
    this.#isThere = true;
    this.#row.process();
    return await destination.usable(this.#record.job, made, this.#deps, signal);
  }

  async #send(signal: AbortSignal): Promise<JsonObject> {
    this.#row.begin();
    const options = {
      signal,
      onProgress: ({ sent }: { readonly sent: number }) => this.#row.send(sent),
      onRetry: this.#row.retry.bind(this.#row),
      onSession: async (session: { readonly url: string; readonly granularity: number }) => {
        await this.#deps.sessions.keep(this.id, session);
        await this.#record.save({ granularity: session.granularity });
      },
      onIdentity: (identity: UploadJob['identity']) => this.#record.change({ identity }),
    };
    return await sendFile(this.#record.job, options, this.#deps);
  }

  async #finished(file: JsonObject | undefined): Promise<void> {
    this.#attempt = undefined;
    // The user canceled during the upload: `#discard` deletes the file.
    if (this.#isOver) return;
    if (!file) {
      this.#leave();
      return;
    }
    this.#isOver = true;
    const { job } = this.#record;
    const { title, actions, remembered } = destinationOf(job).end(job, file, this.#deps);
    const ends = [
      ...(remembered ? [this.#deps.remembered.remember(remembered)] : []),
      this.#record.forget(),
    ];
    for (const end of await Promise.allSettled(ends))
      if (end.status === 'rejected') this.#log(end.reason);
    this.#row.end(title, actions);
    this.#ended.resolve(file);
  }

  async #stopped(error: unknown): Promise<void> {
    this.#attempt = undefined;
    if (this.#isOver) return;
    if (this.#isPausing) {
      this.#isPausing = false;
      // The server already had the complete file, so the state stays `processing`.
      if (this.#isThere) this.showPaused('');
      else await this.#record.save({ state: 'paused' });
      return;
    }
    const { services, report } = this.#deps;
    const failure = uploadFailure(error, this.#record.job.connection, services.connections);
    if (failure.kind === 'pause') {
      this.showPaused(failure.reason, failure.hint);
      // The report has buttons that fix the connection.
      if (!CancelledError.is(error)) void report('media.upload', error);
      return;
    }
    this.#log(error);
    this.#row.fail(failure.reason, [this.#action('retry', () => this.retry())], failure.hint);
    this.#hasFailed = true;
    this.#ended.reject(error);
    if (failure.kind === 'startOver') await this.#startOver(error, failure);
  }

  async #startOver(error: unknown, { reason }: UploadFailure): Promise<void> {
    const wasProcessed = this.#isThere;
    this.#isThere = false;
    if (error instanceof AppError && error.reason === 'sourceChanged')
      await this.#cancelAtService();
    // Later windows don't offer a file that the API rejected.
    await this.#record.startOver(!wasProcessed);
    if (!wasProcessed) this.#left?.onStartOver(this, reason);
  }

  async #discard(): Promise<void> {
    if (this.#isOver) return;
    if (!this.#attempt && !(await this.#record.claim())) {
      this.#leave();
      return;
    }
    this.#close();
    this.#row.cancel();
    await this.#idle;
    if (!(await this.#record.claim())) return;
    const isThere = this.#isThere || this.#record.job.state === 'processing';
    if (!isThere) await this.#cancelAtService();
    // All bytes were sent, so the file may exist even if the response was lost.
    if (isThere || this.#row.isSent) {
      const removed = destinationOf(this.#record.job).remove(this.#record.job, this.#deps);
      await removed.catch((error: unknown) => this.#log(error));
    }
    await this.#record.forget();
  }

  /** Best effort: the server drops unfinished uploads eventually. */
  async #cancelAtService(): Promise<void> {
    await cancelSession(this.#record.job, this.#deps).catch((error: unknown) => this.#log(error));
  }

  #leave(): void {
    this.#close();
    this.#row.withdraw();
  }

  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#attempt?.abort(new CancelledError());
    this.#ended.reject(new CancelledError());
  }

  #action(kind: ActivityAction['kind'], run: () => void | Promise<void>): ActivityAction {
    return { kind, run: async () => run() };
  }

  #log(error: unknown): void {
    const { id } = this.#record.job;
    this.#deps.log.error(`media.upload: ${id}: ${describeWithCauses(error)}`);
  }
}

/** Returns a deferred without unhandled rejections: after a reload, no caller awaits it. */
function deferredResult<T>(): PromiseWithResolvers<T> {
  const end = Promise.withResolvers<T>();
  end.promise.catch(() => undefined);
  return end;
}
