import { AppError } from '../base/errors';
import type { ConsoleParts } from './parts';

/** Shows the endpoint's own description of a version, and what differs from the tables. */
export function openDiscovery(_parts: ConsoleParts): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'openDiscovery is not there yet.'));
}
