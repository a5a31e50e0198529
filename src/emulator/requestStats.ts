import type { OperationId, SessionId } from '../api/operations';
import type { AnsweredBy, LogEntry } from './requestLog';

export interface ServedRequest {
  readonly operation: OperationId | SessionId | 'others';
  readonly requests: number;
  /** Failed requests by status. 0: the connection ended without one. */
  readonly refused: { readonly [status: number]: number };
}

export type ResponseCounts = { readonly [A in AnsweredBy]?: number };

export class RequestStats {
  readonly #counts = new Map<ServedRequest['operation'], Map<number, number>>();

  readonly #answers = new Map<AnsweredBy, number>();

  add(entry: Pick<LogEntry, 'answeredBy' | 'operation' | 'status'>): void {
    const { operation: known, status = 0, answeredBy } = entry;
    if (answeredBy) this.#answers.set(answeredBy, (this.#answers.get(answeredBy) ?? 0) + 1);
    const operation = known ?? 'others';
    const counts = this.#counts.get(operation) ?? new Map<number, number>();
    counts.set(status, (counts.get(status) ?? 0) + 1);
    this.#counts.set(operation, counts);
  }

  answers(): ResponseCounts {
    return Object.fromEntries(this.#answers);
  }

  served(): readonly ServedRequest[] {
    return [...this.#counts]
      .map(([operation, counts]) => ({
        operation,
        requests: [...counts.values()].reduce((all, count) => all + count, 0),
        refused: Object.fromEntries([...counts].filter(([status]) => isRefused(status))),
      }))
      .toSorted((one, other) => other.requests - one.requests);
  }
}

/** A successful Live API session has the HTTP status 101, others their WebSocket close code. */
function isRefused(status: number): boolean {
  return (status < 200 && status !== 101) || status > 399;
}
