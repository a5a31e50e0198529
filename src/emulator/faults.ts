import type { OperationId } from '../api/operations';
import type { Accident } from './reply';

/** An accident that befalls the next requests to an operation. */
export interface Fault {
  /** `*` for every operation. */
  readonly operation: OperationId | '*';
  readonly accident: Accident;
  /** Pieces of a stream that come before it; 0 for the whole answer's place. */
  readonly after: number;
}

/** Faults that wait for their requests, oldest first. */
export class FaultQueue {
  #waiting: { readonly fault: Fault; count: number }[] = [];

  add(fault: Fault, count: number): void {
    this.#waiting.push({ fault, count });
  }

  /** The fault for one request, which uses it up. */
  take(operation: OperationId): Fault | undefined {
    const entry = this.#waiting.find(
      ({ fault }) => fault.operation === '*' || fault.operation === operation,
    );
    if (!entry) return undefined;
    entry.count -= 1;
    if (entry.count <= 0) this.#waiting = this.#waiting.filter((other) => other !== entry);
    return entry.fault;
  }

  clear(): void {
    this.#waiting = [];
  }
}
