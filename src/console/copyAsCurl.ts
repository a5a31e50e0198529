import type { ExchangeTarget } from '../catalog/exchangeTarget';
import { AppError } from '../base/errors';
import type { ConsoleParts } from './parts';

/** Copies an exchange, or the request of the active editor, as a command line without any secret. */
export function copyAsCurl(_parts: ConsoleParts, _target?: ExchangeTarget): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'copyAsCurl is not there yet.'));
}
