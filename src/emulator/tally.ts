import type { OperationId, SessionId } from '../api/operations';
import type { AnsweredBy, LogEntry } from './requestLog';

/** How often an operation was asked for. */
export interface Served {
  readonly operation: OperationId | SessionId | 'others';
  readonly requests: number;
  /** Those of them that were refused, by status; 0 where the connection ended without one. */
  readonly refused: { readonly [status: number]: number };
}

/** How many requests each kind of answer was given to. */
export type AnswerCounts = { readonly [A in AnsweredBy]?: number };

/** Counts what the sessions of an emulator were asked, for a summary at its end. */
export class Tally {
  readonly #counts = new Map<Served['operation'], Map<number, number>>();

  readonly #answers = new Map<AnsweredBy, number>();

  add(entry: Pick<LogEntry, 'answeredBy' | 'operation' | 'status'>): void {
    const { operation: known, status = 0, answeredBy } = entry;
    if (answeredBy) this.#answers.set(answeredBy, (this.#answers.get(answeredBy) ?? 0) + 1);
    const operation = known ?? 'others';
    const counts = this.#counts.get(operation) ?? new Map<number, number>();
    counts.set(status, (counts.get(status) ?? 0) + 1);
    this.#counts.set(operation, counts);
  }

  /** What gave the answers. */
  answers(): AnswerCounts {
    return Object.fromEntries(this.#answers);
  }

  /** What was served, the most frequent first. */
  served(): readonly Served[] {
    return [...this.#counts]
      .map(([operation, counts]) => ({
        operation,
        requests: [...counts.values()].reduce((all, count) => all + count, 0),
        refused: Object.fromEntries([...counts].filter(([status]) => isRefused(status))),
      }))
      .toSorted((one, other) => other.requests - one.requests);
  }
}

/** A live session that goes well has the status of its opening, and otherwise the code with which it was closed. */
function isRefused(status: number): boolean {
  return (status < 200 && status !== 101) || status > 399;
}
