import { isDeepStrictEqual } from 'node:util';
import { cancellableSleep } from '../base/async';
import { type Clock, systemClock } from '../base/clock';
import { nextDelay, waitPolicies } from '../base/waitPolicies';
import type { Client } from './call';
import { ServiceError, type TransportReason } from './errors';
import { decodeRpcStatus } from './errors/decode';
import { type OperationId, operations, type Operations } from './operations';
import { asksModel } from './request';
import {
  askedDelay,
  type Failure,
  isFailure,
  type RetryWait,
  TRANSIENT_STATUSES,
} from './retry/retryPolicy';
import type { Message } from './schema/infer';
import type { MessageName } from './schema/messages';

const { movingOperation, stillOperation, failedPoll } = waitPolicies;

/** Milliseconds; who asks to wait longer than this is believed, and the watch ends. */
export const LONGEST_ASKED = 600_000;

const PASSING_REASONS: readonly TransportReason[] = [
  'unreachable',
  'dns',
  'refused',
  'timeout',
  'idle',
  'reset',
  'incomplete',
  'empty',
];

/**
 * Follows an Operation until it is done, from what the call of `id` answered, or after a reload from the
 * operation's name alone. Gives each new state, the given one and the final one included, and asks again
 * only when the loop asks for the next. It is asked where the row's `poll` says, whichever version began it.
 *
 * Throws the `ServiceError` that the Operation ended with (with the reason `cancelled` where somebody
 * cancelled it), the error of a poll that no waiting helps or that failed 10 times in a row, and
 * `CancelledError` when the signal aborts.
 */
export async function* watchOperation<I extends LongRunningId>(
  client: Pick<Client, 'call'>,
  id: I,
  operation: Operation | string,
  options: WatchOptions = {},
): AsyncGenerator<OperationState<I>, void, undefined> {
  let current = typeof operation === 'string' ? undefined : operation;
  const name = typeof operation === 'string' ? operation : (operation.name ?? '');
  if (current !== undefined) yield stateOf(id, name, current);
  let pause: number | undefined;
  let moved = true;
  while (current?.done !== true) {
    if (current !== undefined) {
      pause = nextDelay(moved ? movingOperation : stillOperation, pause);
      await wait(pause, options);
    }
    const next: Operation = await poll(client, operations[id].longRunning.poll, name, options);
    moved = !isDeepStrictEqual(next, current);
    current = next;
    if (moved) yield stateOf(id, name, next);
  }
}

function stateOf<I extends LongRunningId>(
  id: I,
  name: string,
  operation: Operation,
): OperationState<I> {
  const { done = false, error, metadata, response } = operation;
  if (done && error !== undefined)
    throw decodeRpcStatus({ ...error }, asksModel({ operation: id }));
  const state = {
    name,
    done,
    ...(metadata === undefined ? {} : { metadata }),
    ...(done && response !== undefined ? { response } : {}),
  };
  // As in a call's answer: the row says which messages the service sends here.
  return state as unknown as OperationState<I>;
}

async function poll(
  client: Pick<Client, 'call'>,
  id: PollId,
  name: string,
  options: WatchOptions,
): Promise<Operation> {
  const { signal, onRetry } = options;
  const callOptions = { ...(signal ? { signal } : {}), ...(onRetry ? { onRetry } : {}) };
  let pause: number | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.call(id, { name }, callOptions);
    } catch (error) {
      if (!isFailure(error) || !mayPass(error) || attempt === failedPoll.limit) throw error;
      const asked = askedDelay(error);
      if (asked > LONGEST_ASKED) throw error;
      pause = nextDelay(failedPoll, pause);
      const delayMs = Math.max(asked, pause);
      onRetry?.({
        operation: id,
        attempt,
        maxAttempts: failedPoll.limit,
        delayMs,
        asked: asked >= pause,
        error,
      });
      await wait(delayMs, options);
    }
  }
}

/** Whether a look that failed may go well some minutes later. */
export function mayPass(error: Failure): boolean {
  return error instanceof ServiceError
    ? TRANSIENT_STATUSES.includes(error.httpStatus)
    : PASSING_REASONS.includes(error.reason);
}

function wait(ms: number, { clock = systemClock, signal }: WatchOptions): Promise<void> {
  return cancellableSleep(clock, ms, signal);
}

/** The operations whose answer is an Operation that goes on after the call. */
export type LongRunningId = {
  [I in OperationId]: Operations[I] extends { readonly longRunning: object } ? I : never;
}[OperationId];

type LongRunningOf<I extends LongRunningId> = Operations[I]['longRunning'];

type MetadataOf<I extends LongRunningId> =
  LongRunningOf<I> extends { readonly metadata: infer M extends MessageName } ? Message<M> : never;

/** The operations that tell how far such an Operation is. */
export type PollId = LongRunningOf<LongRunningId>['poll'];

type Operation = Message<'google.longrunning.Operation'>;

/** How far an Operation is that a call of `I` started, in the messages that the row of `I` names. */
export interface OperationState<I extends LongRunningId> {
  readonly name: string;
  readonly done: boolean;
  readonly metadata?: MetadataOf<I>;
  /** What it ended with, once it is done; absent even then where the service leaves it out. */
  readonly response?: Message<LongRunningOf<I>['response']>;
}

export interface WatchOptions {
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /**
   * Called before each wait for the repeat of a poll that failed. The client's own repeats within a poll are
   * reported too, with their own count of attempts.
   */
  readonly onRetry?: (wait: RetryWait) => void;
}
