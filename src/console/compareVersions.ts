import { AppError } from '../base/errors';
import type { ConsoleParts } from './parts';

/** Sends the request of the active editor to its version and to another one, and compares the answers. */
export function compareVersions(_parts: ConsoleParts): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'compareVersions is not there yet.'));
}
