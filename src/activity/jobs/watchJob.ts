import type { CallOptions, Client } from '../../api/call';
import { ServiceError } from '../../api/errors';
import { isObject } from '../../base/json';
import type { OperationState } from '../../api/longRunning';
import { watchOperation } from '../../api/operationWatcher';
import type { JsonObject } from '../../api/schema/row';
import { sleep, type Clock } from '../../base/clock';
import { CancelledError } from '../../base/errors';
import type { Event } from '../../base/event';
import type { Clients } from '../../service/clients';
import type { Job } from './job';

export type JobState = OperationState<Job['startedBy']>;

/** How an Operation ended, or that nobody could say. */
export type JobEnd =
  | { readonly kind: 'done' }
  /** The Operation itself ended so. */
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'cancelled' }
  /** The service has it no more, or not for this credential. */
  | { readonly kind: 'gone'; readonly error: Error }
  /** It could not be asked for, such as for want of a sign-in: it may go on. */
  | { readonly kind: 'lost'; readonly error: unknown };

export interface WatchParts {
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

/** Milliseconds until a client is asked for anew whose connection was changed, and how often. */
const REOPEN_PAUSE = 5000;
const MAX_REOPENED = 10;
const GONE: readonly number[] = [403, 404];

/** Follows a job's Operation to its end. Throws `CancelledError` when the signal aborts. */
export async function watchJob(job: Job, parts: WatchParts): Promise<JobEnd> {
  const { clock, signal } = parts;
  for (let opened = 1; ; opened++) {
    const woken = new AbortController();
    const subscription = parts.wake?.(() => woken.abort(new CancelledError()));
    const either = AbortSignal.any([signal, woken.signal]);
    const end = await watchOnce(job, { ...parts, signal: either });
    subscription?.dispose();
    if (signal.aborted) throw new CancelledError(signal.reason);
    if (woken.signal.aborted && end.kind === 'lost') {
      opened--;
      continue;
    }
    const isClosed = end.kind === 'lost' && CancelledError.is(end.error);
    if (!isClosed || opened === MAX_REOPENED) return end;
    // The connection was changed, and its client closed.
    await sleep(clock, REOPEN_PAUSE, signal);
  }
}

async function watchOnce(job: Job, parts: WatchParts): Promise<JobEnd> {
  const { clients, clock, signal, onState } = parts;
  let failedPoll: unknown;
  try {
    const client = await clients.get(job.connection);
    // Without the types of single operations.
    const send: (...args: PollArguments) => Promise<unknown> = client.call.bind(client) as never;
    // What a poll throws is told apart from what the Operation ended with: those are of one class.
    const call = async (...args: PollArguments): Promise<unknown> => {
      try {
        const answer = await send(...args);
        if (isObject(answer)) parts.onAnswer(answer);
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
