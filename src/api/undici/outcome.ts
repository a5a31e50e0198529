import { CancelledError } from '../../base/errors';
import { TransportError } from '../errors/transportError';
import type { Exchange } from '../transport';

/** How an exchange ended, for those who watch the traffic, by what ended it; undefined after a whole body. */
export function outcomeOf(error: unknown): Exchange['outcome'] {
  if (error === undefined) return 'answered';
  if (error instanceof TransportError) return error.reason;
  return CancelledError.is(error) ? 'cancelled' : 'failed';
}
