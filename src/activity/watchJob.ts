import type { CallOptions, Client } from '../api/call';
import { ServiceError } from '../api/errors';
import { watchOperation } from '../api/operationWatcher';
import type { JsonObject } from '../api/schema/row';
import { type Clock, sleep } from '../base/clock';
import { CancelledError } from '../base/errors';
import type { Event } from '../base/event';
import { isObject } from '../base/json';
import { waitPolicies } from '../base/waitPolicies';
import type { Clients } from '../service/clients';
import type { Interactions } from '../service/interactions';
import { isGone, isHidden } from '../service/isGone';
import type { Job } from './jobs';
import { JOB_KINDS, type JobVerdict } from './jobKinds';

/** How a job ended, or that nobody could say. */
export type JobEnd =
  | JobVerdict
  /** The service has it no more. */
  | { readonly kind: 'gone'; readonly error: Error }
  /** It could not be asked for, such as for want of a sign-in: it may go on. */
  | { readonly kind: 'lost'; readonly error: unknown };

export interface WatchDeps {
  readonly clients: Clients;
  readonly interactions: Pick<Interactions, 'change' | 'find'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told each new state. */
  readonly onState: (state: { readonly metadata?: JsonObject }) => void;
  /** Told each answer about it, as the service gave it. */
  readonly onAnswer: (answer: JsonObject) => void;
  /** Something is known of it from elsewhere: it is asked for at once. */
  readonly wake?: Event<void>;
}

/** Follows a job as long as one client lives. */
export type WatchOnce<J extends Job = Job> = (job: J, deps: WatchDeps) => Promise<JobEnd>;

/** Whether an answer says that the work is no more, and not only that this credential may not see it now. */
export function isNoMore({ startedBy }: Job, error: unknown): error is Error {
  return isGone(JOB_KINDS[startedBy].kind, error) || isHidden(error);
}

const { closedClient } = waitPolicies;

/** Follows a job to its end. Throws `CancelledError` when the signal aborts. */
export async function watchJob<J extends Job>(
  job: J,
  once: WatchOnce<J>,
  deps: WatchDeps,
): Promise<JobEnd> {
  const { clock, signal } = deps;
  for (let opened = 1; ; opened++) {
    const woken = new AbortController();
    const subscription = deps.wake?.(() => woken.abort(new CancelledError()));
    const either = AbortSignal.any([signal, woken.signal]);
    const end = await once(job, { ...deps, signal: either });
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

type PollArguments = readonly [id: string, input: object, options?: CallOptions];
type OperationJob = Job & { readonly startedBy: Parameters<typeof watchOperation>[1] };

/** Follows an Operation of the service by asking for it again and again. */
export const watchOperationJob: WatchOnce<OperationJob> = async (job, deps) => {
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
    return isNoMore(job, error) ? { kind: 'gone', error } : { kind: 'lost', error };
  }
};
