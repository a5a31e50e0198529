import type { OperationId } from '../../api/operations';
import type { JsonObject } from '../../api/schema/row';
import type { Clock } from '../../base/clock';

/** What became of a row that was not done. */
export interface FailedRow<R> {
  readonly row: R;
  /** The service's words or ours; empty where it was not sent. From elsewhere: not made plain yet. */
  readonly reason: string;
  /** It was wrong, it may have been done, or it was not sent at all. */
  readonly kind: 'refused' | 'unclear' | 'notSent';
}

export interface BatchCounts {
  /** Rows that were taken from the source. */
  readonly read: number;
  readonly done: number;
  /** Rows that were there before, just as they are: nothing was to be done. */
  readonly there: number;
  /** Rows of which `onFailed` was told. */
  readonly failed: number;
}

export interface BatchResult extends BatchCounts {
  /** Why it ended before the last row; `CancelledError` where the user wanted it. */
  readonly stopped?: Error;
}

/** What is under the name of a row: what was to be there, nothing, something else, or that could not be seen. */
export type Sight = 'same' | 'nothing' | 'other' | 'unclear';

/** What is said of rows, in the user's language. */
export interface BatchTexts {
  /** Something else has the name. */
  readonly taken: string;
  /** Larger than what the service takes in one call. */
  readonly oversized: string;
  /** Nobody knows whether it was done. */
  readonly unclear: string;
  /** Why it ended where too many were refused. */
  readonly tooMany: string;
}

/** How rows are sent: one operation that takes many, and does all or none of them. */
export interface BatchJob<R> {
  readonly operation: OperationId;
  readonly texts: BatchTexts;
  requestOf(row: R): JsonObject;
  /** Rows with the same key are the same resource. */
  keyOf(row: R): string;
  /** Sends them once. */
  send(requests: readonly JsonObject[], signal: AbortSignal): Promise<JsonObject>;
  look(row: R, signal: AbortSignal): Promise<Sight>;
}

export interface BatchOptions<R> {
  readonly clock: Clock;
  /** Nothing is sent any more after it aborts; what is under way may end within five seconds. */
  readonly signal?: AbortSignal | undefined;
  /** Calls that run at once, unless the service wants fewer; 4 by default. */
  readonly inFlight?: number;
  /** Told of each row that was not done, once. */
  readonly onFailed: (failed: FailedRow<R>) => void;
  readonly onProgress?: (counts: BatchCounts) => void;
  /** What a call answered. */
  readonly onAnswer?: (answer: JsonObject) => void;
  /** Gives 0 to 1, 1 excluded. */
  readonly random?: () => number;
}
