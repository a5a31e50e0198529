import type { CallOptions, Client } from '../api/call';
import { ServiceError } from '../api/errors';
import { type OperationState, watchOperation } from '../api/operationWatcher';
import type { JsonObject } from '../api/schema/row';
import { VERSIONS } from '../api/versions';
import { type Clock, sleep } from '../base/clock';
import { CancelledError, errorMessage } from '../base/errors';
import { waitPolicies } from '../base/waitPolicies';
import { Emitter, type Event } from '../base/event';
import { isObject, objectAt } from '../base/json';
import { listVersion } from '../catalog/kindOperations';
import type { KindId } from '../catalog/kinds';
import { refKey, type ResourceRef } from '../catalog/ref';
import type { Activity, ActivityAction } from '../platform/activity';
import type { L10n } from '../platform/l10n';
import type { Log } from '../platform/log';
import type { Prompts } from '../platform/prompts';
import { describeWithCauses } from '../platform/report';
import type { Clients } from '../service/clients';
import type { Connections } from '../service/connection';
import type { Services } from '../service/services';
import type { ActivityList, RunningEntry } from './activityList';
import { type Job, jobFile, type JobFiles } from './jobFiles';
import { JOB_KINDS, type JobCommands, type JobVerdict } from './jobKinds';

export interface JobFollowerDeps extends CompletionDeps {
  readonly files: JobFiles;
  readonly list: ActivityList;
  readonly services: Pick<Services, 'clients' | 'connections' | 'store'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts when the window goes: what is followed then is taken up by the next one. */
  readonly closing: AbortSignal;
}

/** Follows Operations of the service to their end, each as an entry of the list. */
export class JobFollower {
  readonly #deps: JobFollowerDeps;
  readonly #followed = new Set<string>();

  constructor(deps: JobFollowerDeps) {
    this.#deps = deps;
  }

  readonly follow: Activity['follow'] = async (operation) => {
    const { files, clock } = this.#deps;
    const job: Job = { ...operation, startedAt: new Date(clock.now()).toISOString() };
    await files.add(job);
    this.#start(job);
  };

  /** Takes up what this window, or another one that is closed, followed. */
  async resume(): Promise<void> {
    const { files, services, log } = this.#deps;
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
          this.#deps.log.error(`activity: ${job.name}: ${describeWithCauses(error)}`);
        }
      })
      .finally(() => this.#followed.delete(key));
  }

  async #run(job: Job): Promise<void> {
    const { list, services, commands, log } = this.#deps;
    const refs = jobRefs(job, services.connections);
    const cancel = (): void => {
      commands.cancel(refs.operation).catch((error: unknown) => log.warn(errorMessage(error)));
    };
    const startedAt = Date.parse(job.startedAt) || this.#deps.clock.now();
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
    const { services, clock, l10n, closing } = this.#deps;
    const { store, clients } = services;
    const wake = new Emitter<void>();
    let isOurs = false;
    const subscription = store.onDidChange(({ ref }) => {
      if (isOurs || !ref || refKey(ref) !== refKey(operation)) return;
      if (store.find(operation)?.done === true) wake.fire();
    });
    let last: JsonObject = {};
    const onAnswer = (answer: JsonObject): void => {
      last = answer;
      isOurs = true;
      try {
        store.merge(operation, answer);
      } finally {
        isOurs = false;
      }
    };
    const kind = JOB_KINDS[job.startedBy];
    const onState = ({ metadata = {} }: JobState): void =>
      entry.report(kind.progress(metadata, l10n));
    try {
      const deps = { clients, clock, signal: closing, onState, onAnswer, wake: wake.event };
      const end = await watchJob(job, deps);
      if (end.kind === 'lost' || end.kind === 'gone') return end;
      return kind.verdict?.(objectAt(last, 'metadata'), end, l10n) ?? end;
    } finally {
      subscription.dispose();
      wake.dispose();
    }
  }

  async #end(job: Job, refs: JobRefs, entry: RunningEntry, end: JobEnd): Promise<void> {
    const { files, log, commands } = this.#deps;
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
    if (await files.claim(job)) await notifyCompletion(job, end, refs, this.#deps);
  }

  async #refreshTarget({ target }: JobRefs): Promise<void> {
    const { services, log, closing } = this.#deps;
    if (!target) return;
    try {
      await services.store.get(target, closing);
    } catch (error) {
      log.warn(`activity: ${target.name} could not be read: ${errorMessage(error)}`);
    }
  }
}

/** Where the tree has the Operation of a job, and what that makes. */
interface JobRefs {
  readonly operation: ResourceRef;
  readonly target?: ResourceRef;
}

function jobRefs(job: Job, connections: Pick<Connections, 'find'>): JobRefs {
  const preferred = connections.find(job.connection)?.apiVersion ?? VERSIONS[0];
  const at = (kind: KindId, name: string): ResourceRef => ({
    ...{ connection: job.connection, kind, name },
    version: listVersion(kind, preferred) ?? preferred,
  });
  const { kind, target } = JOB_KINDS[job.startedBy];
  return {
    operation: at(kind, job.name),
    ...(job.target !== undefined && target && { target: at(target, job.target) }),
  };
}

interface CompletionDeps {
  readonly prompts: Pick<Prompts, 'notify'>;
  readonly commands: JobCommands;
  readonly l10n: L10n;
}

/** The one notification at the end of a job. Resolves once it was answered or dismissed. */
async function notifyCompletion(
  { title, startedBy }: Job,
  end: Exclude<JobEnd, { kind: 'lost' }>,
  { operation, target }: JobRefs,
  { prompts, commands, l10n }: CompletionDeps,
): Promise<void> {
  const { look } = JOB_KINDS[startedBy];
  const open = l10n.t('Open');
  const details = l10n.t('Show Details');
  const shown = look.command === 'showLoss' ? l10n.t('Show Loss Curve') : l10n.t('Open Results');
  const looks = end.kind !== 'gone' && look.after.includes(end.kind) ? [shown] : [];
  const ask = (): Promise<string | undefined> => {
    switch (end.kind) {
      case 'done': {
        const buttons = target ? [open, ...looks] : [...looks, open];
        return prompts.notify('info', l10n.t('{0} is done.', title), ...buttons);
      }
      case 'cancelled':
        return prompts.notify('info', l10n.t('{0} was cancelled.', title), details, ...looks);
      case 'failed':
        return prompts.notify(
          'error',
          l10n.t('{0} failed: {1}', title, end.error.message),
          details,
          ...looks,
        );
      case 'gone':
        return prompts.notify(
          'warning',
          l10n.t('{0} is no longer followed: {1}', title, end.error.message),
        );
    }
  };
  const answer = await ask();
  if (answer === shown) await commands[look.command](operation);
  if (answer === details) await commands.open(operation);
  if (answer === open) await commands.open(target ?? operation);
}

type JobState = OperationState<Job['startedBy']>;

/** How an Operation ended, or that nobody could say. */
type JobEnd =
  | JobVerdict
  /** The service has it no more, or not for this credential. */
  | { readonly kind: 'gone'; readonly error: Error }
  /** It could not be asked for, such as for want of a sign-in: it may go on. */
  | { readonly kind: 'lost'; readonly error: unknown };

export interface WatchDeps {
  readonly clients: Clients;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told each new state. */
  readonly onState: (state: JobState) => void;
  /** Told each answer about the Operation, as the service gave it. */
  readonly onAnswer: (operation: JsonObject) => void;
  /** Something is known of it from elsewhere: it is asked for at once. */
  readonly wake?: Event<void>;
}

type PollArguments = readonly [id: string, input: object, options?: CallOptions];

const { closedClient } = waitPolicies;
const GONE: readonly number[] = [403, 404];

/** Follows a job's Operation to its end. Throws `CancelledError` when the signal aborts. */
async function watchJob(job: Job, deps: WatchDeps): Promise<JobEnd> {
  const { clock, signal } = deps;
  for (let opened = 1; ; opened++) {
    const woken = new AbortController();
    const subscription = deps.wake?.(() => woken.abort(new CancelledError()));
    const either = AbortSignal.any([signal, woken.signal]);
    const end = await watchOnce(job, { ...deps, signal: either });
    subscription?.dispose();
    if (signal.aborted) throw new CancelledError(signal.reason);
    if (woken.signal.aborted && end.kind === 'lost') {
      opened--;
      continue;
    }
    const isClosed = end.kind === 'lost' && CancelledError.is(end.error);
    if (!isClosed || opened === closedClient.limit) return end;
    // The connection was changed, and its client closed.
    await sleep(clock, closedClient.first, signal);
  }
}

async function watchOnce(job: Job, deps: WatchDeps): Promise<JobEnd> {
  const { clients, clock, signal, onState } = deps;
  let failedPoll: unknown;
  try {
    const client = await clients.get(job.connection);
    // Without the types of single operations.
    const send: (...args: PollArguments) => Promise<unknown> = client.call.bind(client) as never;
    // What a poll throws is told apart from what the Operation ended with: those are of one class.
    const call = async (...args: PollArguments): Promise<unknown> => {
      try {
        const answer = await send(...args);
        if (isObject(answer)) deps.onAnswer(answer);
        return answer;
      } catch (error) {
        failedPoll = error;
        throw error;
      }
    };
    const polling = { call } as unknown as Pick<Client, 'call'>;
    for await (const state of watchOperation(polling, job.startedBy, job.name, { clock, signal })) {
      onState(state);
    }
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof ServiceError)) return { kind: 'lost', error };
    if (error !== failedPoll) {
      return error.reason === 'cancelled' ? { kind: 'cancelled' } : { kind: 'failed', error };
    }
    return GONE.includes(error.httpStatus) ? { kind: 'gone', error } : { kind: 'lost', error };
  }
}
