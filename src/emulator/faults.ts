import type { OperationId } from '../api/operations';
import type { Accident } from './reply';

/** The endpoints of signing in. */
export const SIGN_IN_TARGETS = [
  'oauth.authorize',
  'oauth.token',
  'oauth.revoke',
  'oauth.tokeninfo',
] as const;

/** What a fault can befall besides everything. */
export type FaultTarget = OperationId | (typeof SIGN_IN_TARGETS)[number];

/** An accident that befalls the next requests to an operation. */
export interface Fault {
  /** `*` for every operation; signing in is none. */
  readonly operation: FaultTarget | '*';
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
  take(target: FaultTarget): Fault | undefined {
    const entry = this.#waiting.find(
      ({ fault: { operation } }) =>
        operation === target || (operation === '*' && !isSignInTarget(target)),
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

export function isSignInTarget(text: string): text is (typeof SIGN_IN_TARGETS)[number] {
  return (SIGN_IN_TARGETS as readonly string[]).includes(text);
}
