import { isDeepStrictEqual } from 'node:util';
import { cancellableSleep } from '../base/async';
import { type Clock, systemClock } from '../base/clock';
import { nextDelay, waitPolicies } from '../base/waitPolicies';
import type { Client } from './call';
import { ServiceError, type TransportReason } from './errors';
import { decodeRpcStatus } from './errors/decode';
import { type OperationId, operations, type Operations } from './operations';
import { callsModel } from './request';
import {
  requestedDelay,
  type Failure,
  isFailure,
  type RetryWait,
  TRANSIENT_STATUSES,
} from './retryPolicy';
import type { Message } from './schema/infer';
import type { MessageName } from './schema/messages';

const { movingOperation, stillOperation, failedPoll } = waitPolicies;

/** In ms. If the API requests a longer retry delay, watching ends. */
export const MAX_RETRY_DELAY = 600_000;

const TEMPORARY_REASONS: readonly TransportReason[] = [
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
 * Polls an operation until done, from a call's response or a name, and yields each state. Throws the operation's
 * `ServiceError`, a permanent poll error (or the 10th failure in a row), and `CancelledError` on abort.
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
    throw decodeRpcStatus({ ...error }, callsModel({ operation: id }));
  const state = {
    name,
    done,
    ...(metadata === undefined ? {} : { metadata }),
    ...(done && response !== undefined ? { response } : {}),
  };
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
      if (!isFailure(error) || !isTemporary(error) || attempt === failedPoll.limit) throw error;
      const asked = requestedDelay(error);
      if (asked > MAX_RETRY_DELAY) throw error;
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

/** Whether a failed poll may succeed some minutes later. */
export function isTemporary(error: Failure): boolean {
  return error instanceof ServiceError
    ? TRANSIENT_STATUSES.includes(error.httpStatus)
    : TEMPORARY_REASONS.includes(error.reason);
}

function wait(ms: number, { clock = systemClock, signal }: WatchOptions): Promise<void> {
  return cancellableSleep(clock, ms, signal);
}

export type LongRunningId = {
  [I in OperationId]: Operations[I] extends { readonly longRunning: object } ? I : never;
}[OperationId];

type LongRunningOperation<I extends LongRunningId> = Operations[I]['longRunning'];

type OperationMetadata<I extends LongRunningId> =
  LongRunningOperation<I> extends { readonly metadata: infer M extends MessageName }
    ? Message<M>
    : never;

export type PollId = LongRunningOperation<LongRunningId>['poll'];

type Operation = Message<'google.longrunning.Operation'>;

export interface OperationState<I extends LongRunningId> {
  readonly name: string;
  readonly done: boolean;
  readonly metadata?: OperationMetadata<I>;
  /** Final result; may be absent even if done. */
  readonly response?: Message<LongRunningOperation<I>['response']>;
}

export interface WatchOptions {
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** Called before each poll retry delay. The client's own retries are reported too, counted separately. */
  readonly onRetry?: (wait: RetryWait) => void;
}
