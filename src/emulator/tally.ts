import type { OperationId } from '../api/operations';
import type { LogEntry } from './requestLog';

/** How often an operation was asked for. */
export interface Served {
  readonly operation: OperationId | 'others';
  readonly requests: number;
  /** Those of them that were refused, by status; 0 where the connection ended without one. */
  readonly refused: { readonly [status: number]: number };
}

/** Counts what the sessions of an emulator were asked, for a summary at its end. */
export class Tally {
  readonly #counts = new Map<Served['operation'], Map<number, number>>();

  add({ operation: known, status = 0 }: Pick<LogEntry, 'operation' | 'status'>): void {
    const operation = known ?? 'others';
    const counts = this.#counts.get(operation) ?? new Map<number, number>();
    counts.set(status, (counts.get(status) ?? 0) + 1);
    this.#counts.set(operation, counts);
  }

  /** What was served, the most frequent first. */
  served(): readonly Served[] {
    return [...this.#counts]
      .map(([operation, counts]) => ({
        operation,
        requests: [...counts.values()].reduce((all, count) => all + count, 0),
        refused: Object.fromEntries([...counts].filter(([status]) => status < 200 || status > 399)),
      }))
      .toSorted((one, other) => other.requests - one.requests);
  }
}
