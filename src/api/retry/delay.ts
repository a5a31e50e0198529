import { ServiceError } from '../errors/serviceError';
import type { Failure } from './rules';

// Milliseconds; the first step is that of the service's own gRPC configuration.
const FIRST = 1000;
const LONGEST = 30_000;
// Of the delay that the service asks for. Only ever more: earlier would be in vain.
const JITTER = 0.2;

export interface Delay {
  readonly delayMs: number;
  /** Whether the service named it. */
  readonly asked: boolean;
}

/**
 * How long to wait after a failed attempt: what the service asks for and up to a fifth more, else a random
 * part of a span that doubles with each attempt (full jitter: calls that failed together don't come back
 * together).
 *
 * @param attempt number of the attempt that failed, from 1.
 * @param random gives 0 to 1, 1 excluded.
 */
export function delayAfter(failure: Failure, attempt: number, random: () => number): Delay {
  const asked = askedDelay(failure);
  if (asked > 0) {
    return { delayMs: asked + Math.floor(asked * JITTER * random()), asked: true };
  }
  const span = Math.min(LONGEST, FIRST * 2 ** (attempt - 1));
  return { delayMs: Math.floor(span * random()), asked: false };
}

/** Milliseconds that the service asks to wait; 0 when it leaves that to us. */
export function askedDelay(failure: Failure): number {
  return failure instanceof ServiceError ? (failure.retryDelayMs ?? 0) : 0;
}
