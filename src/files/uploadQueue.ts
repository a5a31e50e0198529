import * as l10n from '@vscode/l10n';
import { Semaphore } from '../base/async';
import { errorMessage } from '../base/errors';
import type { FileStore } from '../platform/files';
import { plainText } from '../platform/plainText';
import { numberSetting } from '../service/numberSetting';
import type { FilesContext, NewUpload, UploadHandle, UploadQueue } from './context';
import { identityOf } from './rememberedFiles';
import { JobStore, SessionSecrets, type StoredJob } from './jobRecord';
import { shortName } from './names';
import { OpenWindows, type WindowIdentity } from './openWindows';
import { newId, newResource, type UploadJob } from './uploadJob';
import { UploadRun, type RunDeps } from './uploadRun';

export interface QueueDeps
  extends
    Omit<RunDeps, 'jobs' | 'sessions' | 'slots'>,
    Pick<FilesContext, 'prompts' | 'secrets' | 'show'> {
  /** Folder of unfinished uploads, shared by all windows. */
  readonly files: FileStore;
  readonly window: WindowIdentity;
}

export function createQueue(deps: QueueDeps): UploadQueue {
  return new Queue(deps);
}

class Queue implements UploadQueue {
  readonly #deps: QueueDeps & RunDeps;
  readonly #owners: OpenWindows;
  readonly #runs = new Map<string, UploadRun>();

  constructor(deps: QueueDeps) {
    this.#owners = new OpenWindows(deps, () => this.#leaveTakenOver());
    this.#deps = {
      ...deps,
      jobs: new JobStore(deps.files, this.#owners, deps.log),
      sessions: new SessionSecrets(deps.secrets, deps.log),
      slots: new Semaphore(() => numberSetting('upload.parallel', { read: deps.readSetting })),
    };
  }

  async add({
    connection,
    file,
    displayName,
    mimeType,
    into,
    entry,
  }: NewUpload): Promise<UploadHandle> {
    const { userFiles, clock } = this.#deps;
    const { target, name, path } = file;
    const job: UploadJob = {
      id: newId(),
      connection,
      target,
      name,
      path,
      displayName,
      mimeType,
      identity: await identityOf(file, userFiles),
      resource: newResource({ ...(into && { into }), ...(entry && { entry }) }),
      ...(into && { into }),
      ...(entry && { entry }),
      state: 'sending',
      startedAt: clock.now(),
    };
    for (const failed of this.#runs.values()) {
      if (!failed.isFailedAttemptAt(job)) continue;
      // A second upload of the same file would leave the failed one for the next window to offer.
      await failed.retry();
      return failed;
    }
    const run = await UploadRun.create(job, this.#deps);
    await run.persist();
    this.#keep(run);
    await run.resume();
    return run;
  }

  async resume(): Promise<void> {
    const interrupted: UploadRun[] = [];
    for (const stored of await this.#deps.jobs.abandoned()) {
      if (this.#runs.has(stored.job.id)) continue;
      const run = await this.#takeUp(stored);
      if (stored.job.state === 'sending') interrupted.push(run);
    }
    if (interrupted.length === 0) return;
    this.#offer(interrupted).catch((error: unknown) => this.#warn(error));
  }

  dispose(): void {
    for (const run of this.#runs.values()) run.dispose();
    this.#runs.clear();
    this.#owners.dispose();
  }

  async #takeUp({ job, window }: StoredJob): Promise<UploadRun> {
    const onStartOver = (run: UploadRun, reason: string): void => {
      this.#offerAnew(run, reason).catch((error: unknown) => this.#warn(error));
    };
    const run = await UploadRun.create(job, this.#deps, { window, onStartOver });
    this.#keep(run);
    // All bytes are sent, so the run only waits for processing. No confirmation needed.
    if (job.state === 'processing') await run.resume();
    else run.showPaused(job.state === 'paused' ? '' : l10n.t('interrupted'));
    return run;
  }

  #keep(run: UploadRun): void {
    for (const [id, { isOver }] of this.#runs) if (isOver) this.#runs.delete(id);
    this.#runs.set(run.id, run);
  }

  async #offer(runs: readonly UploadRun[]): Promise<void> {
    const { prompts, show } = this.#deps;
    const [resume, look, discard] = [l10n.t('Resume'), l10n.t('Show'), l10n.t('Discard')];
    const [first] = runs;
    const message =
      runs.length === 1 && first
        ? l10n.t('The upload of {0} was interrupted.', shortName(first.displayName))
        : l10n.t('{0} uploads were interrupted.', runs.length);
    const answer = await prompts.notify('info', message, resume, look, discard);
    if (answer === look) await show('activity');
    if (answer === resume) await Promise.all(runs.map((run) => run.resume()));
    if (answer === discard) for (const run of runs) run.cancel();
  }

  async #offerAnew(run: UploadRun, reason: string): Promise<void> {
    const { prompts } = this.#deps;
    const [again, discard] = [l10n.t('Start Over'), l10n.t('Discard')];
    const name = plainText(shortName(run.displayName));
    const message = l10n.t('Can’t resume the upload of {0}. {1}', name, reason);
    const answer = await prompts.notify('warning', message, again, discard);
    if (answer === again) await run.retry();
    if (answer === discard) run.cancel();
  }

  #leaveTakenOver(): void {
    for (const run of this.#runs.values()) {
      run.leaveIfTaken().catch((error: unknown) => this.#warn(error));
    }
  }

  #warn(error: unknown): void {
    this.#deps.log.warn(`files: ${errorMessage(error)}`);
  }
}
