import type { JsonObject } from '../../api/schema/row';
import type { Disposable } from '../../base/disposable';
import { AppError, CancelledError } from '../../base/errors';
import { Emitter, type Event } from '../../base/event';
import type { ActivityAction } from '../../platform/activity';
import { describeWithCauses } from '../../platform/report';
import type { UploadState } from '../../platform/localFiles';
import { shortName } from '../plan/shortName';
import { awaitActive } from './awaitActive';
import { actionsOf, rememberedOf } from './conclude';
import { deleteUploaded } from './deleteUploaded';
import { fileRef } from './fileRef';
import { isSameUpload, type UploadJob } from './job';
import { JobRecord } from './jobRecord';
import type { RunParts } from './parts';
import type { UploadHandle } from './queue';
import { cancelSession, sendFile } from './sendFile';
import { stopOf, type Stop } from './stops';
import { UploadRow } from './uploadRow';

/** Where a run begins that an earlier window left. */
export interface Left {
  readonly window: string;
  /** Told when it can only be sent from its beginning. */
  readonly onStartOver: (run: UploadRun, reason: string) => void;
}

/** One upload from its first byte, or from where an earlier window left it, until its file can be used. */
export class UploadRun implements UploadHandle, Disposable {
  readonly #parts: RunParts;
  readonly #record: JobRecord;
  readonly #row: UploadRow;
  readonly #left: Left | undefined;
  #ended = unheard<JsonObject>();
  readonly #changed: Emitter<UploadState>;
  readonly onDidChange: Event<UploadState>;
  #attempt: AbortController | undefined;
  /** Resolves when no attempt is under way any more. */
  #idle: Promise<void> = Promise.resolve();
  #isPausing = false;
  #hasFailed = false;
  /** Whether the service has the whole file. */
  #isThere = false;
  #isOver = false;

  private constructor(
    record: JobRecord,
    row: UploadRow,
    changed: Emitter<UploadState>,
    parts: RunParts,
    left?: Left,
  ) {
    this.#record = record;
    this.#row = row;
    this.#changed = changed;
    this.onDidChange = changed.event;
    this.#parts = parts;
    this.#left = left;
  }

  /** With its entry among the activities. */
  static async create(job: UploadJob, parts: RunParts, left?: Left): Promise<UploadRun> {
    const created: { run?: UploadRun } = {};
    const entry = await parts.activity.track({
      title: parts.l10n.t('Uploading {0}', shortName(job.displayName)),
      cancel: () => created.run?.cancel(),
      startedAt: job.startedAt,
    });
    const changed = new Emitter<UploadState>();
    const record = new JobRecord(job, parts, left?.window);
    const row = new UploadRow(record, entry, (state) => changed.fire(state), parts);
    created.run = new UploadRun(record, row, changed, parts, left);
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

  /** Whether it failed, and would be sent once more by another upload of the same. */
  isFailedAttemptAt(other: UploadJob): boolean {
    return this.#hasFailed && !this.#isOver && isSameUpload(this.#record.job, other);
  }

  /** Whether nothing more will come of it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Notes it on disk. Throws where that fails; it is then as if it had not been. */
  async note(): Promise<void> {
    try {
      await this.#record.save();
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** Shows it as standing still; without a reason, by the wish of the user. */
  stand(reason: string, hint?: string): void {
    this.#row.stand(reason, [this.#action('resume', () => this.resume())], hint);
  }

  /** Begins, or goes on. */
  async resume(): Promise<void> {
    if (this.#isPausing) await this.#idle;
    if (this.#attempt || this.#isOver) return;
    const attempt = new AbortController();
    this.#attempt = attempt;
    if (this.#hasFailed) this.#ended = unheard();
    this.#hasFailed = false;
    this.#row.run([this.#action('pause', () => this.pause())]);
    this.#idle = this.#work(attempt.signal)
      .then((file) => this.#finished(file))
      .catch((error: unknown) => this.#stopped(error))
      .catch((error: unknown) => this.#log(error));
  }

  /** Stops it, to go on later from there. */
  pause(): void {
    if (!this.#attempt || this.#isPausing || this.#isOver) return;
    this.#isPausing = true;
    this.#attempt.abort(new CancelledError());
    this.stand('');
  }

  /** Goes on after it had failed, from where that is possible. */
  async retry(): Promise<void> {
    await this.#idle;
    if (this.#attempt || this.#isOver) return;
    await this.#record.save({ state: this.#isThere ? 'processing' : 'sending' });
    await this.resume();
  }

  cancel(): void {
    this.#discard().catch((error: unknown) => this.#log(error));
  }

  /** Ends it here, and nowhere else, where another window goes on with it. */
  async leaveIfTaken(): Promise<void> {
    if (!this.#isOver && (await this.#record.isTaken())) this.#leave();
  }

  /** The window goes: what was sent is kept, and the next window offers to go on. */
  dispose(): void {
    if (!this.#isOver) this.#leave();
    this.#changed.dispose();
  }

  /** Gives undefined where another window has it. */
  async #work(signal: AbortSignal): Promise<JsonObject | undefined> {
    if (!(await this.#record.own())) return undefined;
    const { services, slots, clock, l10n } = this.#parts;
    const { state, resource, connection } = this.#record.job;
    const ref = fileRef(connection, resource, services.connections);
    let file: JsonObject | undefined;
    if (state !== 'processing') {
      if (state === 'paused') await this.#record.save({ state: 'sending' });
      if (slots.isFull) this.#row.wait();
      file = await slots.run(signal, () => this.#send(signal));
      services.store.merge(ref, file);
      if (file.state === 'PROCESSING') await this.#record.save({ state: 'processing' });
    }
    this.#isThere = true;
    this.#row.process();
    return await awaitActive(ref, file, { store: services.store, clock, l10n, signal });
  }

  async #send(signal: AbortSignal): Promise<JsonObject> {
    this.#row.begin();
    const told = {
      signal,
      onProgress: ({ sent }: { readonly sent: number }) => this.#row.send(sent),
      onRetry: this.#row.retry.bind(this.#row),
      onSession: async (session: { readonly url: string; readonly granularity: number }) => {
        await this.#parts.sessions.keep(this.id, session);
        await this.#record.save({ granularity: session.granularity });
      },
      onIdentity: (identity: UploadJob['identity']) => this.#record.change({ identity }),
    };
    return await sendFile(this.#record.job, told, this.#parts);
  }

  async #finished(file: JsonObject | undefined): Promise<void> {
    this.#attempt = undefined;
    // Whoever cancelled it takes the file away, too.
    if (this.#isOver) return;
    if (!file) {
      this.#leave();
      return;
    }
    this.#isOver = true;
    const { job } = this.#record;
    const ends = [this.#parts.remembered.note(rememberedOf(job, file)), this.#record.forget()];
    for (const end of await Promise.allSettled(ends))
      if (end.status === 'rejected') this.#log(end.reason);
    const title = this.#parts.l10n.t('Uploaded {0}', shortName(job.displayName));
    this.#row.end(title, actionsOf(job, file, this.#parts));
    this.#ended.resolve(file);
  }

  async #stopped(error: unknown): Promise<void> {
    this.#attempt = undefined;
    if (this.#isOver) return;
    if (this.#isPausing) {
      this.#isPausing = false;
      // The service had it by then, and the row has told so since.
      if (this.#isThere) this.stand('');
      else await this.#record.save({ state: 'paused' });
      return;
    }
    const { services, l10n, report } = this.#parts;
    const stop = stopOf(error, this.#record.job.connection, services.connections, l10n);
    if (stop.kind === 'pause') {
      this.stand(stop.reason, stop.hint);
      // With the buttons that put the connection in order.
      if (!CancelledError.is(error)) void report('media.upload', error);
      return;
    }
    this.#log(error);
    this.#row.fail(stop.reason, [this.#action('retry', () => this.retry())], stop.hint);
    this.#hasFailed = true;
    this.#ended.reject(error);
    if (stop.kind === 'startOver') await this.#startOver(error, stop);
  }

  async #startOver(error: unknown, { reason }: Stop): Promise<void> {
    const wasProcessed = this.#isThere;
    this.#isThere = false;
    if (error instanceof AppError && error.reason === 'sourceChanged') await this.#tellCancelled();
    // The service has said what is wrong with it: nothing is left that a later window could do.
    await this.#record.startOver(!wasProcessed);
    if (!wasProcessed) this.#left?.onStartOver(this, reason);
  }

  async #discard(): Promise<void> {
    if (this.#isOver) return;
    if (!this.#attempt && !(await this.#record.own())) {
      this.#leave();
      return;
    }
    this.#close();
    this.#row.cancel();
    await this.#idle;
    if (!(await this.#record.own())) return;
    const isThere = this.#isThere || this.#record.job.state === 'processing';
    if (!isThere) await this.#tellCancelled();
    // What was sent whole may be there although its answer did not come.
    if (isThere || this.#row.isSent) {
      const deleted = deleteUploaded(this.#record.job, this.#parts.services);
      await deleted.catch((error: unknown) => this.#log(error));
    }
    await this.#record.forget();
  }

  /** Best effort: an upload that nobody goes on with ends by itself. */
  async #tellCancelled(): Promise<void> {
    await cancelSession(this.#record.job, this.#parts).catch((error: unknown) => this.#log(error));
  }

  /** Nobody here goes on with it. */
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
    this.#parts.log.error(`media.upload: ${id}: ${describeWithCauses(error)}`);
  }
}

/** Whoever wants to know waits for it; after a reload, nobody does. */
function unheard<T>(): PromiseWithResolvers<T> {
  const end = Promise.withResolvers<T>();
  end.promise.catch(() => undefined);
  return end;
}
