import type { Clock } from '../base/clock';
import type { OperationId, Operations } from './operations';
import type { RetryWait } from './retry/wait';
import type { Message } from './schema/infer';

/** The operations whose answer is an Operation that goes on after the call. */
export type LongRunningId = {
  [I in OperationId]: Operations[I] extends { readonly longRunning: object } ? I : never;
}[OperationId];

type LongRunningOf<I extends LongRunningId> = Operations[I]['longRunning'];

/** The operations that tell how far such an Operation is. */
export type PollId = LongRunningOf<LongRunningId>['poll'];

export type Operation = Message<'google.longrunning.Operation'>;

/** How far an Operation is that a call of `I` started, in the messages that the row of `I` names. */
export interface OperationState<I extends LongRunningId> {
  readonly name: string;
  readonly done: boolean;
  readonly metadata?: Message<LongRunningOf<I>['metadata']>;
  /** What it ended with, once it is done; absent even then where the service leaves it out. */
  readonly response?: Message<LongRunningOf<I>['response']>;
}

export interface WatchOptions {
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /**
   * Told before each wait for the repeat of a poll that failed. The client's own repeats within a poll are
   * told too, with their own count of attempts.
   */
  readonly onRetry?: (wait: RetryWait) => void;
}
