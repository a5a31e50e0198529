import type { ExchangeTarget } from '../catalog/exchangeTarget';
import { AppError } from '../base/errors';
import type { ConsoleParts } from './parts';

/** Sends a request of the traffic once more, and shows the answer. */
export function replayExchange(_parts: ConsoleParts, _target?: ExchangeTarget): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'replayExchange is not there yet.'));
}
