import { AppError } from '../base/errors';
import type { AuthParts } from './parts';

/** Takes an API key from a variable of the environment, once. */
export function importEnvironment(_parts: AuthParts): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'importEnvironment is not there yet.'));
}
