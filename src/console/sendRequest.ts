import type { PlainRequest } from '../api/request';
import { AppError } from '../base/errors';
import type { Answer } from './answer';
import type { ConsoleParts } from './parts';

/** The command: sends the request of the active editor. */
export function sendActiveRequest(_parts: ConsoleParts): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'sendActiveRequest is not there yet.'));
}

/**
 * Asks before what is dangerous, sends a request once under progress, and shows its answer as it comes.
 * Undefined where the user did not want it after all. Only what never became an answer is thrown, after it
 * was shown in the answer too.
 */
export function sendAndShow(
  _parts: ConsoleParts,
  _connection: string,
  _request: PlainRequest,
): Promise<Answer | undefined> {
  return Promise.reject(new AppError('unfinished', 'sendAndShow is not there yet.'));
}
