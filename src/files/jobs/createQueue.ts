import { errorMessage } from '../../base/errors';
import { numberSetting } from '../../service/numberSetting';
import { identityOf } from '../source/identity';
import { plainText } from '../../platform/plainText';
import { shortName } from '../plan/shortName';
import { newId, type UploadJob } from './job';
import { JobFiles, type StoredJob } from './jobFiles';
import { Owners } from './owners';
import type { QueueParts, RunParts } from './parts';
import type { NewUpload, UploadHandle, UploadQueue } from './queue';
import { SessionSecrets } from './sessionSecrets';
import { Semaphore } from '../../base/async';
import { UploadRun } from './uploadRun';

/** The uploads of a window. */
export function createQueue(parts: QueueParts): UploadQueue {
  return new Queue(parts);
}

class Queue implements UploadQueue {
  readonly #parts: RunParts;
  readonly #owners: Owners;
  readonly #runs = new Map<string, UploadRun>();

  constructor(parts: QueueParts) {
    this.#owners = new Owners(parts, () => this.#leaveTaken());
    this.#parts = {
      ...parts,
      jobs: new JobFiles(parts.files, this.#owners, parts.log),
      sessions: new SessionSecrets(parts.secrets, parts.log),
      slots: new Semaphore(() => numberSetting('upload.parallel', { read: parts.readSetting })),
    };
  }

  async add({ connection, file, displayName, mimeType }: NewUpload): Promise<UploadHandle> {
    const { userFiles, clock } = this.#parts;
    const { target, name, path } = file;
    const job: UploadJob = {
      ...{ id: newId(), connection, target, name, path, displayName, mimeType },
      identity: await identityOf(file, userFiles),
      resource: `files/${newId()}`,
      state: 'sending',
      startedAt: clock.now(),
    };
    for (const failed of this.#runs.values()) {
      if (!failed.isFailedAttemptAt(job)) continue;
      // Else there would be two of it, and the next window would offer to go on with the first.
      await failed.retry();
      return failed;
    }
    const run = await UploadRun.create(job, this.#parts);
    await run.note();
    this.#keep(run);
    await run.resume();
    return run;
  }

  async resume(): Promise<void> {
    const interrupted: UploadRun[] = [];
    for (const stored of await this.#parts.jobs.abandoned()) {
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
    const { l10n } = this.#parts;
    const onStartOver = (run: UploadRun, reason: string): void => {
      this.#offerAnew(run, reason).catch((error: unknown) => this.#warn(error));
    };
    const run = await UploadRun.create(job, this.#parts, { window, onStartOver });
    this.#keep(run);
    // No byte is sent for it any more.
    if (job.state === 'processing') await run.resume();
    else run.stand(job.state === 'paused' ? '' : l10n.t('interrupted'));
    return run;
  }

  #keep(run: UploadRun): void {
    for (const [id, { isOver }] of this.#runs) if (isOver) this.#runs.delete(id);
    this.#runs.set(run.id, run);
  }

  /** One notification for all that stopped in the middle. */
  async #offer(runs: readonly UploadRun[]): Promise<void> {
    const { l10n, prompts, show } = this.#parts;
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

  /** It can't go on from where it was. */
  async #offerAnew(run: UploadRun, reason: string): Promise<void> {
    const { l10n, prompts } = this.#parts;
    const [again, discard] = [l10n.t('Start Again'), l10n.t('Discard')];
    const name = plainText(shortName(run.displayName));
    const message = l10n.t('The upload of {0} can’t go on. {1}', name, reason);
    const answer = await prompts.notify('warning', message, again, discard);
    if (answer === again) await run.retry();
    if (answer === discard) run.cancel();
  }

  /** Gives up what another window goes on with. */
  #leaveTaken(): void {
    for (const run of this.#runs.values()) {
      run.leaveIfTaken().catch((error: unknown) => this.#warn(error));
    }
  }

  #warn(error: unknown): void {
    this.#parts.log.warn(`files: ${errorMessage(error)}`);
  }
}
