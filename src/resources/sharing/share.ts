import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Gives a user, a group or everyone access to a corpus or a tuned model. */
export const share: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
