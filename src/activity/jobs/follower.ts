import type { JsonObject } from '../../api/schema/row';
import type { Clock } from '../../base/clock';
import { CancelledError, errorMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import { refKey } from '../../catalog/ref';
import type { Activity, ActivityAction } from '../../platform/activity';
import type { Log } from '../../platform/log';
import { describeWithCauses } from '../../platform/report';
import type { Services } from '../../service/services';
import type { ActivityList, RunningEntry } from '../activityList';
import { jobFile, type Job } from './job';
import type { JobFiles } from './jobFiles';
import { jobRefs, type JobRefs } from './jobRefs';
import { trainingProgress } from './progress';
import { tellEnd, type TellParts } from './tellEnd';
import { watchJob, type JobEnd } from './watchJob';

export interface FollowerParts extends TellParts {
  readonly files: JobFiles;
  readonly list: ActivityList;
  readonly services: Pick<Services, 'clients' | 'connections' | 'store'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts when the window goes: what is followed then is taken up by the next one. */
  readonly closing: AbortSignal;
}

/** Follows Operations of the service to their end, each as an entry of the list. */
export class Follower {
  readonly #parts: FollowerParts;
  readonly #followed = new Set<string>();

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  readonly follow: Activity['follow'] = async (operation) => {
    const { files, clock } = this.#parts;
    const job: Job = { ...operation, startedAt: new Date(clock.now()).toISOString() };
    await files.add(job);
    this.#start(job);
  };

  /** Takes up what this window, or another one that is closed, followed. */
  async resume(): Promise<void> {
    const { files, services, log } = this.#parts;
    for (const job of await files.list()) {
      if (services.connections.find(job.connection)) {
        this.#start(job);
      } else if (await files.claim(job)) {
        log.warn(`activity: ${job.name} is not followed any more: its connection was removed.`);
      }
    }
  }

  #start(job: Job): void {
    const key = jobFile(job);
    if (this.#followed.has(key)) return;
    this.#followed.add(key);
    this.#run(job)
      .catch((error: unknown) => {
        if (!CancelledError.is(error)) {
          this.#parts.log.error(`activity: ${job.name}: ${describeWithCauses(error)}`);
        }
      })
      .finally(() => this.#followed.delete(key));
  }

  async #run(job: Job): Promise<void> {
    const { list, services, commands, log } = this.#parts;
    const refs = jobRefs(job, services.connections);
    const cancel = (): void => {
      commands.cancel(refs.operation).catch((error: unknown) => log.warn(errorMessage(error)));
    };
    const startedAt = Date.parse(job.startedAt) || this.#parts.clock.now();
    const entry = list.begin({ title: job.title, startedAt, cancel });
    try {
      const end = await this.#watch(job, refs, entry);
      await this.#end(job, refs, entry, end);
    } catch (error) {
      if (CancelledError.is(error)) entry.withdraw();
      else entry.end({ kind: 'failed', reason: errorMessage(error) });
      throw error;
    }
  }

  async #watch(job: Job, { operation }: JobRefs, entry: RunningEntry): Promise<JobEnd> {
    const { services, clock, l10n, closing } = this.#parts;
    const { store, clients } = services;
    const wake = new Emitter<void>();
    let isOurs = false;
    const subscription = store.onDidChange(({ ref }) => {
      if (isOurs || !ref || refKey(ref) !== refKey(operation)) return;
      if (store.find(operation)?.done === true) wake.fire();
    });
    const onAnswer = (answer: JsonObject): void => {
      isOurs = true;
      try {
        store.merge(operation, answer);
      } finally {
        isOurs = false;
      }
    };
    const onState = (state: Parameters<typeof trainingProgress>[0]): void =>
      entry.report(trainingProgress(state, l10n));
    try {
      const parts = { clients, clock, signal: closing, onState, onAnswer, wake: wake.event };
      return await watchJob(job, parts);
    } finally {
      subscription.dispose();
      wake.dispose();
    }
  }

  async #end(job: Job, refs: JobRefs, entry: RunningEntry, end: JobEnd): Promise<void> {
    const { files, log, commands } = this.#parts;
    if (end.kind === 'lost') {
      // Its file stays: the next window asks again.
      log.warn(`activity: ${job.name} can't be followed: ${describeWithCauses(end.error)}`);
      entry.end({ kind: 'failed', reason: errorMessage(end.error) });
      return;
    }
    const opens = end.kind === 'done' ? (refs.target ?? refs.operation) : refs.operation;
    const open: ActivityAction = { kind: 'open', run: () => commands.open(opens) };
    const actions = end.kind === 'gone' ? [] : [open];
    if (end.kind === 'done') entry.end(end, actions);
    else if (end.kind === 'cancelled') entry.end(end, actions);
    else entry.end({ kind: 'failed', reason: end.error.message }, actions);
    await this.#refreshTarget(refs);
    if (await files.claim(job)) await tellEnd(job, end, refs, this.#parts);
  }

  async #refreshTarget({ target }: JobRefs): Promise<void> {
    const { services, log, closing } = this.#parts;
    if (!target) return;
    try {
      await services.store.get(target, closing);
    } catch (error) {
      log.warn(`activity: ${target.name} could not be read: ${errorMessage(error)}`);
    }
  }
}
