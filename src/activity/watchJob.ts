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
import { isGone, isHidden } from '../service/resourceErrors';
import type { Job } from './jobs';
import { JOB_KINDS, type JobVerdict } from './jobKinds';

export type JobEnd =
  | JobVerdict
  | { readonly kind: 'gone'; readonly error: Error }
  /** Couldn't be fetched, for example without a sign-in, so the job may still be running. */
  | { readonly kind: 'lost'; readonly error: unknown };

export interface WatchDeps {
  readonly clients: Clients;
  readonly interactions: Pick<Interactions, 'change' | 'find'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onState: (state: { readonly metadata?: JsonObject }) => void;
  readonly onAnswer: (answer: JsonObject) => void;
  readonly wake?: Event<void>;
}

export type WatchOnce<J extends Job = Job> = (job: J, deps: WatchDeps) => Promise<JobEnd>;

/** Whether an error means that the resource no longer exists, not that the current credential lacks access. */
export function isDeleted({ startedBy }: Job, error: unknown): error is Error {
  return isGone(JOB_KINDS[startedBy].kind, error) || isHidden(error);
}

const { closedClient } = waitPolicies;

/** Follows a job to its end. Throws `CancelledError` if the signal aborts. */
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
    await sleep(clock, closedClient.first, signal);
  }
}

type PollArguments = readonly [id: string, input: object, options?: CallOptions];
type OperationJob = Job & { readonly startedBy: Parameters<typeof watchOperation>[1] };

export const watchOperationJob: WatchOnce<OperationJob> = async (job, deps) => {
  const { clients, clock, signal, onState } = deps;
  let failedPoll: unknown;
  try {
    const client = await clients.get(job.connection);
    // The types of individual API methods don't apply to a dynamic method.
    const send: (...args: PollArguments) => Promise<unknown> = client.call.bind(client) as never;
    // Poll errors and the operation's own error share a class, so the source must be tracked.
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
    return isDeleted(job, error) ? { kind: 'gone', error } : { kind: 'lost', error };
  }
};
